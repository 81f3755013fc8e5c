"""`scrubjay team`: joining and leaving, what an owner does on the server's machine, and how a team begins."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.context import invoked
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson, Yes
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay.model.later import Later
from scrubjay_joined.api import archive, evidence, join, leave
from scrubjay_stores.api import DryRun, Since
from scrubjay_stores.api import replay as replay_stores
from scrubjay_team.commands import (
    backups,
    invite,
    key,
    leaving,
    member,
    memory,
    migrating,
    promotion,
    repository,
    token,
)
from scrubjay_team.commands.audit import audit
from scrubjay_team.commands.office import OPTIONS_KEY, Office, office_of
from scrubjay_team.commands.shown import as_object
from scrubjay_team.commands.status import status
from scrubjay_team.people.names import checked_name, cleaned_name
from scrubjay_team.people.teams import FIRST, Teams
from scrubjay_team.people.values import Member, Team
from scrubjay_team.place import OWNER_VARIABLE, SEEN_BY_ALL, TeamOptions, given_dsn, is_dsn
from scrubjay_team.settings import holds_password

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
else:
    opening = Later("scrubjay_team.commands.opening")

app = application(
    no_args_is_help=True,
    help="Join a team's server, or leave it. And, on the server's own machine: set it up, let members in, mirror "
    "repositories, look how it stands. `scrubjay serve team` runs it.",
)


@app.callback()
def options(
    ctx: typer.Context,
    data: Annotated[
        str, typer.Option("--data", metavar="FOLDER", help="The server's data. Default: team.data, else in the home.")
    ] = "",
    dsn_file: Annotated[
        str,
        typer.Option(
            "--dsn-file",
            metavar="FILE",
            help="Your own PostgreSQL: a file with the owner's DSN, which only you can read. "
            f"Default: {OWNER_VARIABLE}, team.owner_dsn, else the embedded one.",
        ),
    ] = "",
) -> None:
    """Keep where the server is, for the command that follows."""
    ctx.meta[OPTIONS_KEY] = TeamOptions(data=data, owner_dsn_file=dsn_file)


@app.command()
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
    say("  scrubjay team invite NAME                    invites somebody")
    say(f"  scrubjay team member sign-in {quote(owner.name)}")
    say(f"                                               opens the page for {owner.name}, where programs sign in, too")


app.command()(join)
app.command()(leave)
app.command()(archive)
app.command()(evidence)


@app.command()
def replay(
    ctx: typer.Context,
    since: Since = "",
    home: Annotated[
        bool, typer.Option("--home", help="Bring the team's memories home, instead of this project's to the team.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Bring this project's memories to the team that you joined, or its memories home, each once. Only a person may.

    It is `scrubjay stores replay` between home and team. What you told arrives as said: your machine says told.
    """
    begin, end = ("team", "home") if home else ("home", "team")
    replay_stores(invoked(ctx), begin, end, since, dry_run=dry_run, yes=yes, as_json=as_json)


app.add_typer(member.app, name="member")
app.add_typer(token.app, name="token")
app.add_typer(invite.app, name="invite")
app.add_typer(repository.app, name="repository")
app.add_typer(key.app, name="key")
app.add_typer(memory.app, name="memory")
app.add_typer(promotion.app, name="promotion")
app.command()(status)
app.command()(migrating.migrate)
app.command()(audit)
app.command()(leaving.hand_over)
app.command()(backups.backup)
app.command()(backups.restore)
