"""The repositories of a team and who is granted them: the whole team, or members by name."""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from uuid import uuid4

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import from_row
from scrubjay_team.database.queries import load
from scrubjay_team.people.members import Members
from scrubjay_team.people.names import LONGEST_ADDRESS, checked_project, likeness
from scrubjay_team.people.values import MOST_PROJECTS, Member, Team, TeamProject

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)


class Projects:
    """The repositories of one team, over a transaction of the owner's role. `clock` gives UTC."""

    def __init__(self, connection: "Connection", clock: Clock, team: Team) -> None:
        self._connection = connection
        self._clock = clock
        self._team = team
        self._members = Members(connection, clock, team)

    def all(self) -> tuple[TeamProject, ...]:
        """Every repository, by name."""
        rows = self._connection.execute(Q.projects, {"team": self._team.id})
        return tuple(from_row(TeamProject, row, members=tuple(row["members"])) for row in rows)

    def found(self, name: str) -> TeamProject:
        """The repository of a name, in capitals or not. Raises NotFound."""
        wanted = likeness(name.strip())
        for project in self.all():
            if likeness(project.name) == wanted:
                return project
        raise NotFound(
            f"{self._team.name} has no repository {name[:100]!r}. `scrubjay team repository list` shows all; "
            "`scrubjay team repository add NAME ADDRESS` adds one."
        )

    def check_free(self, name: str) -> str:
        """The name of a new repository. Raises UsageError for one that is bad or taken, and LimitExceeded."""
        chosen, there = checked_project(name), self.all()
        if any(likeness(one.name) == likeness(chosen) for one in there):
            raise UsageError(f"{self._team.name} has a repository {chosen!r} already. Take another name.")
        if len(there) >= MOST_PROJECTS:
            raise LimitExceeded(f"A team has {MOST_PROJECTS} repositories at most. Remove one before you add another.")
        return chosen

    def add(self, name: str, address: str, members: Iterable[str] = ()) -> TeamProject:
        """Add a repository, open to these members, or to the whole team where none is named. The address is checked.

        Raises what `check_free` raises, and NotFound for an unknown member.
        """
        if len(address) > LONGEST_ADDRESS:
            raise LimitExceeded(f"The address of a repository has {LONGEST_ADDRESS:,} characters at most.")
        self._members.hold()
        chosen, named = self.check_free(name), self._named(members)
        now, id = self._clock(), uuid4()
        values = {"id": id, "team": self._team.id, "name": chosen, "address": address, "open": not named, "now": now}
        self._connection.execute(Q.add_project, values)
        project = self.found(chosen)
        self._grant(project, named)
        return self.found(chosen)

    def grant(self, name: str, members: Iterable[str], *, everybody: bool = False) -> TeamProject:
        """Grant a repository to these members, or to the whole team. Raises NotFound, and UsageError for nobody."""
        self._members.hold()
        project, named = self.found(name), self._named(members)
        self._check_somebody(named, everybody=everybody)
        self._grant(project, named)
        if everybody:
            self._connection.execute(Q.set_open, {"id": project.id, "open": True})
        return self.found(name)

    def take_back(self, name: str, members: Iterable[str], *, everybody: bool = False) -> TeamProject:
        """Take a repository back from these members, or from all whom it doesn't name; it counts from the next call.

        Raises NotFound; UsageError for nobody, and for a member of a repository that the whole team has.
        """
        self._members.hold()
        project, named = self.found(name), self._named(members)
        self._check_somebody(named, everybody=everybody)
        if project.open and not everybody:
            raise UsageError(
                f"The whole team has {project.name}, so it can't be taken back from one. Name who keeps it: "
                f"`scrubjay team repository grant {project.name} MEMBER…`, then "
                f"`scrubjay team repository revoke {project.name} --everybody`."
            )
        if everybody:
            self._connection.execute(Q.set_open, {"id": project.id, "open": False})
        for member in named:
            self._connection.execute(Q.take_back, {"project": project.id, "member": member.id})
        return self.found(name)

    def remove(self, name: str) -> TeamProject:
        """Take a repository out of the team: nobody finds anything of it from the next call on. Raises NotFound."""
        self._members.hold()
        project = self.found(name)
        self._connection.execute(Q.end_project, {"id": project.id, "now": self._clock()})
        return project

    def _named(self, members: Iterable[str]) -> tuple[Member, ...]:
        return tuple({one.id: one for one in map(self._members.found, members)}.values())

    def _grant(self, project: TeamProject, members: Iterable[Member]) -> None:
        for member in members:
            self._connection.execute(Q.grant, {"team": self._team.id, "project": project.id, "member": member.id})

    @staticmethod
    def _check_somebody(members: tuple[Member, ...], *, everybody: bool) -> None:
        if not (members or everybody):
            raise UsageError("Name a member, or --everybody for the whole team.")
