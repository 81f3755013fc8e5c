"""Other programs of ours beside the command line, or in its place, started as safely as the hooks start them."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import typer

from scrubjay.cli.commands import REPO_KEY
from scrubjay.cli.lazy import VERBOSE_KEY
from scrubjay.cli.output import complain
from scrubjay.errors import LauncherUnsafe, ScrubjayError
from scrubjay.identity.projects.file import home_id
from scrubjay.integrations.git_hooks.stub import HookCommand
from scrubjay.integrations.launching.launcher import running_launcher, stand_in, start
from scrubjay.log import VARIABLE
from scrubjay.settings.home import home_folder


def command_of(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of ours, by the interpreter that runs this.

    Raises LauncherUnsafe where that must be looked at first and `init` never ran in this home.
    """
    launcher = running_launcher()
    words: tuple[str, ...] = (sys.executable,)
    if launcher.worktrees:
        home = home_folder(os.environ)
        words = start(home, launcher)
        if not os.access(words[-1], os.R_OK):
            raise LauncherUnsafe(
                f"{launcher.environment} lies inside a worktree, and {home} has no guard of it. "
                "Run `scrubjay init` in a repository."
            )
    return [*words, "-I", "-m", module, *arguments]


def become(ctx: typer.Context, module: str, arguments: Sequence[str] = ()) -> NoReturn:
    """Replace this process by a module of ours, with `--repo` and --verbose as they were given."""
    repo = ctx.meta.get(REPO_KEY)
    command = command_of(module, *(["--repo", str(repo)] if repo else []), *arguments)
    _replace_process(ctx, command)


def serve_or_stand_in(ctx: typer.Context, server: str) -> NoReturn:
    """Become a server; where that can't start, one that offers nothing and says why."""
    try:
        become(ctx, f"scrubjay_{server}")
    except ScrubjayError as error:
        complain(str(error))
        _replace_process(ctx, stand_in(f"scrubjay-{server}", str(error)))


def _replace_process(ctx: typer.Context, command: list[str]) -> NoReturn:
    environment = {**os.environ, VARIABLE: "debug"} if ctx.meta.get(VERBOSE_KEY) else os.environ
    os.execve(command[0], command, environment)  # noqa: S606


def caller(home: Path) -> HookCommand:
    """How a git hook starts scrubjay: by this Python, for this home."""
    return HookCommand(start(home, running_launcher()), home, home_id(home))
