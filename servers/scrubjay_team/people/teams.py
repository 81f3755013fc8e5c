"""The teams of a server: made with a first owner, found by name."""

from typing import TYPE_CHECKING, Final
from uuid import uuid4

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import from_row
from scrubjay_team.database.queries import load
from scrubjay_team.people.members import Members
from scrubjay_team.people.names import checked_name, likeness
from scrubjay_team.people.values import MOST_TEAMS, Member, Team

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection

Q = load(__package__)

FIRST: Final = "team"
"""The name of the team that a server begins with, where nobody chose another."""


class Teams:
    """Every team of a server, over a transaction of the owner's role. `clock` gives UTC."""

    def __init__(self, connection: "Connection", clock: Clock) -> None:
        self._connection = connection
        self._clock = clock

    def all(self) -> tuple[Team, ...]:
        """Every team, the oldest first."""
        return tuple(from_row(Team, row) for row in self._connection.execute(Q.teams))

    def found(self, name: str = "") -> Team:
        """The team of a name, in capitals or not; the only one where none is given.

        Raises NotFound where there is none, UsageError where there are several and none is named.
        """
        teams = self.all()
        if not teams:
            raise NotFound(
                "This server has no team yet. An owner begins one: `scrubjay team init NAME --owner MEMBER`."
            )
        fitting = [team for team in teams if not name or likeness(team.name) == likeness(name.strip())]
        if len(fitting) == 1:
            return fitting[0]
        known = ", ".join(team.name for team in teams[:20])
        if fitting:
            raise UsageError(f"There are several teams here, so name one by --team: {known}.")
        raise NotFound(f"There is no team {name[:60]!r} here. Teams: {known}.")

    def create(self, name: str, owner: str) -> tuple[Team, Member]:
        """Make a team with its first owner. Raises UsageError for a name that is bad or taken, and LimitExceeded."""
        chosen = checked_name(name, "a team")
        self.hold()
        teams = self.all()
        if any(likeness(team.name) == likeness(chosen) for team in teams):
            raise UsageError(f"There is a team {chosen!r} already. See `scrubjay team status`.")
        if len(teams) >= MOST_TEAMS:
            raise LimitExceeded(f"A server has {MOST_TEAMS} teams at most. Start another one with `--data FOLDER`.")
        team = Team(uuid4(), chosen, self._clock())
        self._connection.execute(Q.add_team, {"id": team.id, "name": team.name, "now": team.created_at})
        return team, Members(self._connection, self._clock, team).add(owner, "owner")

    def hold(self) -> None:
        """Let nobody else begin a team until the transaction ends."""
        self._connection.execute(Q.hold_teams)
