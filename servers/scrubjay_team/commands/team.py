"""`scrubjay team`: what an owner does on the server's machine."""

from typing import Annotated

import typer

from scrubjay.cli.lazy import application
from scrubjay_team.commands import invite, member, memory, repository, token
from scrubjay_team.commands.init import init
from scrubjay_team.commands.keeping import backup, restore
from scrubjay_team.commands.office import OPTIONS_KEY
from scrubjay_team.commands.status import status
from scrubjay_team.place import OWNER_VARIABLE, TeamOptions

app = application(
    no_args_is_help=True,
    help="A team's server, on its own machine: set it up, let members in, mirror repositories, look how it stands. "
    "`scrubjay serve team` runs it.",
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


app.command()(init)
app.add_typer(member.app, name="member")
app.add_typer(token.app, name="token")
app.add_typer(invite.app, name="invite")
app.add_typer(repository.app, name="repository")
app.add_typer(memory.app, name="memory")
app.command()(status)
app.command()(backup)
app.command()(restore)
