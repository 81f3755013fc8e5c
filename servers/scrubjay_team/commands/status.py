"""`scrubjay team status`: whether the server runs, its database, its teams, repositories and tokens."""

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import typer

from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later
from scrubjay_team.commands.office import Office, office_of
from scrubjay_team.commands.repository_rows import ProjectRow, project_rows
from scrubjay_team.commands.shown import as_object, minute
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.values import AccessToken, Member, Team

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
else:
    opening = Later("scrubjay_team.commands.opening")

LATELY = timedelta(days=7)


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
    """Show how the server stands: does it run, its database, teams, members, repositories, tokens used lately.

    Exit code 1 where a mirror failed, 3 where no server was set up, 4 where its database can't be used.
    """
    office = office_of(ctx)
    running = opening.is_running(office.place)
    with office.transaction() as connection:
        version, size = opening.version_and_size(connection)
        teams = [
            TeamState.of(TeamPeople(connection, office.clock, one)) for one in Teams(connection, office.clock).all()
        ]
    if as_json:
        say_json(_object(office, teams, running=running, version=version, size=size))
    else:
        for line in _lines(office, teams, running=running, version=version, size=size):
            say(line)
    if any(one.error for state in teams for one in state.projects):
        raise typer.Exit(1)


def _lines(office: Office, teams: list[TeamState], *, running: bool | None, version: str, size: int) -> Iterator[str]:
    place = office.place
    if place.embedded:
        told = f"runs, by its settings at {place.public}" if running else "doesn't run; `scrubjay serve team` starts it"
        yield f"server: {told}"
    kind = "embedded" if place.embedded else "your own"
    yield f"PostgreSQL: {version}, {kind}, {size / 1e6:,.0f} MB"
    if not teams:
        yield "teams: none yet; `scrubjay team init NAME` begins one"
    since = office.clock() - LATELY
    for state in teams:
        used = [one for one in state.tokens if one.last_used_at is not None and one.last_used_at >= since]
        yield (
            f"{state.team.name}: {counted(len(state.members), 'member')}, {counted(len(state.tokens), 'valid token')}, "
            f"{len(used) or 'none'} of them used within 7 days"
        )
        for one in state.projects:
            yield f"  {one.project.name}: fetched {minute(one.fetched_at)}, {one.state}"
        for token in sorted(used, key=lambda one: (one.last_used_at is None, one.last_used_at), reverse=True)[:10]:
            yield f"  {token.member_name}'s {token.name}: used {minute(token.last_used_at)}"


def _object(office: Office, teams: list[TeamState], *, running: bool | None, version: str, size: int) -> dict[str, Any]:
    return {
        "running": running, "url": office.place.public, "embedded": office.place.embedded,
        "postgresql": version, "bytes": size,
        "teams": [
            as_object(state.team)
            | {
                "members": [as_object(one) for one in state.members],
                "repositories": [one.as_object for one in state.projects],
                "tokens": [as_object(one) for one in state.tokens],
            }
            for state in teams
        ],
    }  # fmt: skip
