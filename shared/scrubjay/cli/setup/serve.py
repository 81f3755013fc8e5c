"""`scrubjay serve`: replaces this process by one of the MCP servers."""

from typing import Annotated, Literal

import typer

from scrubjay.cli.lazy import application
from scrubjay.cli.programs import serve_or_stand_in

app = application()


@app.command()
def serve(
    ctx: typer.Context,
    server: Annotated[Literal["session", "knowledge"], typer.Argument(help="Which server.")],
) -> None:
    """Run one of the MCP servers on stdin and stdout. It replaces this process.

    Where it can't start, one without tools answers in its place, and its instructions say what to run.
    """
    serve_or_stand_in(ctx, server)
