"""`scrubjay team init`: begins a team with its first owner, and makes or upgrades the server's database."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay.model.later import Later
from scrubjay_team.commands.office import Office, office_of
from scrubjay_team.commands.shown import as_object
from scrubjay_team.people.names import checked_name, cleaned_name
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.values import Member, Team
from scrubjay_team.place import SEEN_BY_ALL, given_dsn, is_dsn
from scrubjay_team.settings import holds_password

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
else:
    opening = Later("scrubjay_team.commands.opening")

FIRST = "team"
"""The first team's name, where nobody chose another."""


def init(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Its name. Default: team, unless there is one already.")
    ] = "",
    owner: Annotated[
        str, typer.Option("--owner", metavar="NAME", help="Its first owner. Default: the name of your account.")
    ] = "",
    dsn: Annotated[
        str,
        typer.Option(
            "--dsn",
            metavar="DSN|FILE",
            help="Your own PostgreSQL, as its administrator: makes the roles there, once. A file keeps the password "
            "out of the command line, which every account of the machine sees.",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Begin a team with its first owner; makes the server's database, or brings it up to date. Only a person may."""
    office = office_of(ctx)
    permit = office.permit("begin a team", f"scrubjay team init {quote(name) if name else ''}".strip())
    first = checked_name(owner, "a member") if owner else cleaned_name(office.invocation.settings.user.id, "owner")
    team = checked_name(name, "a team") if name else ""
    where = "your own PostgreSQL" if dsn or not office.place.embedded else str(office.place.data)
    confirm(permit, [f"A team's database is set up: {where}."], "Go on?")
    if dsn:
        office = _with_own_database(ctx, office, dsn)
    with progress("setting up", "steps") as step:
        step(0, 2)
        with opening.new_owner_database(office.place, office.clock()) as database, database.transaction() as connection:
            step(1, 2)
            teams = Teams(connection, office.clock)
            there = teams.all()
            begun = None if there and not team else teams.create(team or FIRST, first)
    if begun is None:
        _say_upgraded(there, as_json=as_json)
        return
    office.record(permit, "begin team", f"{begun[0].name}: {begun[1].name}")
    if as_json:
        say_json({"team": as_object(begun[0]), "owner": as_object(begun[1])})
        return
    _say_begun(*begun)


def _with_own_database(ctx: typer.Context, office: Office, dsn: str) -> Office:
    """The office over somebody's own database, once its roles were made. Raises Exit 1 where a DBA has to do that."""
    if holds_password(dsn):
        raise UsageError(SEEN_BY_ALL.format("scrubjay team init --dsn FILE"))
    named = dsn if is_dsn(dsn) else Path.cwd() / Path(dsn).expanduser()
    if sql := opening.prepare_own(office.place, given_dsn(named, office.place.home), office.clock()):
        warn("this role may not make roles. A DBA runs what follows in the database, and gives passwords to "
             "scrubjay_owner, scrubjay_app and scrubjay_worker; then set team.owner_dsn, team.dsn and "
             "team.worker_dsn in config.yaml.")  # fmt: skip
        say(sql)
        raise typer.Exit(1)
    return office_of(ctx)


def _say_upgraded(teams: tuple[Team, ...], *, as_json: bool) -> None:
    values: dict[str, Any] = {"team": None, "teams": [as_object(one) for one in teams]}
    if as_json:
        say_json(values)
    else:
        say(f"up to date; it has {', '.join(one.name for one in teams)}. `scrubjay team init NAME` begins another team")


def _say_begun(team: Team, owner: Member) -> None:
    say(f"begun: {team.name}, with {owner.name} as its owner")
    say("Next:")
    say("  scrubjay serve team                          runs the server")
    say("  scrubjay team repository add NAME ADDRESS    mirrors a repository")
    say("  scrubjay team member add NAME                adds somebody")
    say(f"  scrubjay team token {quote(owner.name)} --scope search --scope remember")
    say(f"                                               lets {owner.name}'s clients in")
