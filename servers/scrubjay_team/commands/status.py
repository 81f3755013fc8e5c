"""`scrubjay team status`: the team that this home is in; and a server here, its database, its teams and tokens."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import typer

from scrubjay.cli.context import invoked
from scrubjay.cli.offered import missing_extra
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay_joined.api import NotJoined, TeamStanding, own_standing
from scrubjay_team.archives.standing import ArchiveStanding
from scrubjay_team.commands.office import office_of
from scrubjay_team.commands.shown import as_object, minute
from scrubjay_team.mirrors.api import Sealer, key_provider, key_state, mirror_rows
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.values import AccessToken, Member, Team, TeamProject

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
else:
    opening = Later("scrubjay_team.commands.opening")

LATELY = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerState:
    """How a server stands; `running` is None where it may run on another machine, `address` and `cluster` empty where
    not known."""

    running: bool | None
    address: str
    data: str
    cluster: str
    embedded: bool
    version: str
    size: int

    def lines(self) -> Iterator[str]:
        """For people."""
        if self.address:
            yield f"server: runs at {self.address}"
        elif self.embedded:
            yield "server: doesn't run; `scrubjay serve team` starts it"
        yield f"data: {self.data}{f', PostgreSQL in {self.cluster}' if self.cluster else ''}"
        yield f"PostgreSQL: {self.version}, {'embedded' if self.embedded else 'your own'}, {self.size / 1e6:,.0f} MB"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRow:
    """A repository as the lists show it. `behind`: what was fetched isn't indexed yet; `size` in bytes."""

    project: TeamProject
    commit: str
    fetched_at: datetime | None
    indexed_at: datetime | None
    behind: bool
    progress: str
    error: str
    size: int

    @property
    def state(self) -> str:
        """How it stands, in words: what failed comes first."""
        if self.error:
            return f"failed: {self.error}"
        if self.progress:
            return self.progress
        if self.fetched_at is None:
            return "not fetched yet"
        return "being indexed" if self.behind else f"at {self.commit[:12]}"

    @property
    def as_object(self) -> dict[str, Any]:
        """The JSON form."""
        inner = as_object(self)
        return as_object(self.project) | {name: value for name, value in inner.items() if name != "project"}


def project_rows(people: TeamPeople) -> tuple[ProjectRow, ...]:
    """A row for each repository of a team, by name."""
    mirrors = {one.project: one for one in mirror_rows(people.connection, people.team.id)}
    return tuple(
        ProjectRow(
            project=project,
            commit=mirror.commit if mirror else "",
            fetched_at=mirror.fetched_at if mirror else None,
            indexed_at=mirror.indexed_at if mirror else None,
            behind=bool(mirror and mirror.behind),
            progress=mirror.progress if mirror else "",
            error=mirror.error if mirror else "",
            size=mirror.size if mirror else 0,
        )
        for project in people.projects.all()
        for mirror in (mirrors.get(project.id),)
    )


@dataclass(frozen=True, slots=True)
class TeamState:
    """How a team stands: its members, its repositories, its valid tokens."""

    team: Team
    members: tuple[Member, ...]
    projects: tuple[ProjectRow, ...]
    tokens: tuple[AccessToken, ...]

    @classmethod
    def of(cls, people: TeamPeople) -> "TeamState":
        """How it stands now."""
        now = people.clock()
        valid = (one for one in people.tokens.all() if one.revoked_at is None and one.expires_at > now)
        return cls(people.team, people.members.all(), project_rows(people), tuple(valid))


def status(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Show the team that this home is in; and of a server on this machine: database, teams, repositories, tokens.

    Exit code 1 where a mirror failed, a secret can't be opened or the token is refused, 3 where this home is in no team
    and serves none, 4 where the team's server doesn't answer or a database can't be used.
    """
    member = own_standing(invoked(ctx))
    if not _serves(ctx):
        _say_member(member, as_json=as_json)
        return
    office = office_of(ctx)
    place = office.place
    address = opening.address_of(place)
    sealer = Sealer(place.data, key_provider(place, office.invocation.environment))
    with office.transaction() as connection:
        key = key_state(connection, sealer)
        version, size = opening.version_and_size(connection)
        archives = ArchiveStanding.of(connection)
        teams = [
            TeamState.of(TeamPeople(connection, office.clock, one)) for one in Teams(connection, office.clock).all()
        ]
    server = ServerState(
        running=True if address else False if place.embedded else None, address=address, data=str(place.data),
        cluster=opening.cluster_folder(place), embedded=place.embedded, version=version, size=size,
    )  # fmt: skip
    if as_json:
        say_json(_object(server, teams) | {"key": as_object(key), "archives": as_object(archives)} | _as_member(member))
    else:
        if key.warning:
            complain(key.warning)
        for line in (
            *(member.lines() if member else ()),
            *server.lines(),
            *archives.lines(),
            *_lines(teams, office.clock() - LATELY),
        ):
            say(line)
    if key.locked or any(one.error for state in teams for one in state.projects):
        raise typer.Exit(1)


def _serves(ctx: typer.Context) -> bool:
    """Whether a team's server was set up on this machine."""
    if missing_extra("team"):
        return False
    place = office_of(ctx).place
    return not place.embedded or opening.is_set_up(place)


def _say_member(member: TeamStanding | None, *, as_json: bool) -> None:
    """Show a membership alone. Raises NotJoined where there is none, Exit where its server gave no answer."""
    if member is None:
        raise NotJoined(
            "This home is in no team, and no team's server was set up here. A person joins one: "
            "`scrubjay team join URL`; an owner begins one: `scrubjay team init NAME`."
        )
    if as_json:
        say_json(_as_member(member))
    else:
        for line in member.lines():
            say(line)
    if member.problem is not None:
        raise typer.Exit(member.problem.exit_code)


def _as_member(member: TeamStanding | None) -> dict[str, Any]:
    return {"joined": member.as_object} if member else {}


def _lines(teams: list[TeamState], since: datetime) -> Iterator[str]:
    if not teams:
        yield "teams: none yet; `scrubjay team init NAME` begins one"
    for state in teams:
        used = [one for one in state.tokens if one.last_used_at is not None and one.last_used_at >= since]
        yield (
            f"{state.team.name}: {counted(len(state.members), 'member')}, {counted(len(state.tokens), 'valid token')}, "
            f"{len(used) or 'none'} of them used within 7 days"
        )
        for one in state.projects:
            yield f"  {one.project.name}: fetched {minute(one.fetched_at)}, {one.state}"
        for token in sorted(used, key=lambda one: minute(one.last_used_at), reverse=True)[:10]:
            yield f"  {token.member_name}'s {token.name}: used {minute(token.last_used_at)}"


def _object(server: ServerState, teams: list[TeamState]) -> dict[str, Any]:
    return as_object(server) | {
        "teams": [
            as_object(state.team)
            | {
                "members": [as_object(one) for one in state.members],
                "repositories": [one.as_object for one in state.projects],
                "tokens": [as_object(one) for one in state.tokens],
            }
            for state in teams
        ],
    }
