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
    from scrubjay.launching import running, start

    repo = ctx.meta.get(REPO_KEY)
    launcher = running()
    words: tuple[str, ...] = (sys.executable,)
    if launcher.worktrees:
        from scrubjay.settings import home_folder

        words = start(home_folder(os.environ), launcher)
    os.execv(words[0], [*words, "-I", "-m", f"scrubjay_{server}", *(["--repo", str(repo)] if repo else [])])  # noqa: S606
