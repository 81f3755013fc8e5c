"""How does this process become an MCP server?"""

import os
import sys
from typing import Annotated, Literal

import typer

from scrubjay.cli.lazy import REPO_KEY, application

app = application()


@app.command()
def serve(
    ctx: typer.Context,
    server: Annotated[Literal["session", "knowledge"], typer.Argument(help="session or knowledge.")],
) -> None:
    """Become one of the MCP servers, on stdin and stdout. The process is replaced; the command line stays out of it."""
    repo = ctx.meta.get(REPO_KEY)
    arguments = [sys.executable, "-I", "-m", f"scrubjay_{server}", *(["--repo", str(repo)] if repo else [])]
    os.execv(sys.executable, arguments)  # noqa: S606
