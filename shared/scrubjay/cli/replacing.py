"""Other programs of ours beside the command line, or in its place, started as safely as the hooks start them."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import typer

from scrubjay.cli.lazy import REPO_KEY, VERBOSE_KEY
from scrubjay.diagnostics import VARIABLE


def command_of(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of ours, by the interpreter that runs this."""
    from scrubjay.launching import running_launcher, start

    launcher = running_launcher()
    words: tuple[str, ...] = (sys.executable,)
    if launcher.worktrees:
        from scrubjay.settings import home_folder

        words = start(home_folder(os.environ), launcher)
    return [*words, "-I", "-m", module, *arguments]


def become(ctx: typer.Context, module: str, arguments: Sequence[str] = ()) -> NoReturn:
    """Replace this process by a module of ours, with `--repo` and --verbose as they were given."""
    repo = ctx.meta.get(REPO_KEY)
    command = command_of(module, *(["--repo", str(repo)] if repo else []), *arguments)
    environment = {**os.environ, VARIABLE: "debug"} if ctx.meta.get(VERBOSE_KEY) else os.environ
    os.execve(command[0], command, environment)  # noqa: S606
