"""`scrubjay serve`: replaces this process by one of the MCP servers."""

import os
import sys
from typing import Annotated, Literal

import typer

from scrubjay.cli.lazy import REPO_KEY, VERBOSE_KEY, application
from scrubjay.diagnostics import VARIABLE

app = application()


@app.command()
def serve(
    ctx: typer.Context,
    server: Annotated[Literal["session", "knowledge"], typer.Argument(help="Which server.")],
) -> None:
    """Run one of the MCP servers on stdin and stdout. It replaces this process."""
    from scrubjay.launching import running_launcher, start

    repo = ctx.meta.get(REPO_KEY)
    launcher = running_launcher()
    words: tuple[str, ...] = (sys.executable,)
    if launcher.worktrees:
        from scrubjay.settings import home_folder

        words = start(home_folder(os.environ), launcher)
    command = [*words, "-I", "-m", f"scrubjay_{server}", *(["--repo", str(repo)] if repo else [])]
    environment = {**os.environ, VARIABLE: "debug"} if ctx.meta.get(VERBOSE_KEY) else os.environ
    os.execve(words[0], command, environment)  # noqa: S606
