"""`scrubjay serve team`: replaces this process by the team's server."""

import os
from typing import Annotated

import typer

from scrubjay.cli.lazy import application
from scrubjay.cli.offered import require_extra
from scrubjay.cli.programs import become
from scrubjay.errors import UsageError
from scrubjay_team.place import DSN_VARIABLE, SEEN_BY_ALL, is_dsn
from scrubjay_team.settings import holds_password

app = application()


@app.command()
def team(
    ctx: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Listen here. Default: team.host, else 127.0.0.1.")
    ] = "",
    port: Annotated[
        int | None, typer.Option("--port", help="Listen on this port. Default: team.port, else 8737.", min=1, max=65535)
    ] = None,
    url: Annotated[str, typer.Option("--url", metavar="URL", help="The public address, behind a proxy with TLS.")] = "",
    data: Annotated[
        str, typer.Option("--data", metavar="FOLDER", help="The server's data. Default: team.data, else in the home.")
    ] = "",
    dsn: Annotated[
        str,
        typer.Option(
            "--dsn", metavar="DSN", help=f"Your own PostgreSQL; no password in it: use --dsn-file or {DSN_VARIABLE}."
        ),
    ] = "",
    dsn_file: Annotated[
        str, typer.Option("--dsn-file", metavar="FILE", help="A file with the DSN, which only you can read.")
    ] = "",
) -> None:
    """Serve a team's memory over HTTP: MCP, roles, tokens, mirrored repositories. It replaces this process.

    Without --dsn it keeps everything in an embedded PostgreSQL in the folder of its data. It ends with Ctrl-C. How a
    team begins: `scrubjay team init --help`, in another terminal.
    """
    require_extra("team", "A team's server")
    if dsn and dsn_file:
        raise UsageError("--dsn and --dsn-file are two places of one DSN. Give one of them.")
    if dsn and not is_dsn(dsn):
        raise UsageError("--dsn is no DSN, such as postgresql://scrubjay_app@db.example.org/scrubjay.")
    if dsn:
        if holds_password(dsn):
            raise UsageError(SEEN_BY_ALL.format("--dsn-file FILE"))
        os.environ[DSN_VARIABLE] = dsn
    typed = {"--host": host, "--port": str(port or ""), "--url": url, "--data": data, "--dsn-file": dsn_file}
    become(ctx, "scrubjay_team", [word for name, value in typed.items() if value for word in (name, value)])
