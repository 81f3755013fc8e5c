"""Replacing the command line's process by another program of ours, started as safely as the hooks start it."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import typer

from scrubjay.cli.lazy import REPO_KEY, VERBOSE_KEY
from scrubjay.diagnostics import VARIABLE


def become(ctx: typer.Context, module: str, arguments: Sequence[str] = ()) -> NoReturn:
    """Replace this process by a module of ours, with `--repo` and --verbose as they were given."""
    from scrubjay.launching import running_launcher, start

    repo = ctx.meta.get(REPO_KEY)
    launcher = running_launcher()
    words: tuple[str, ...] = (sys.executable,)
    if launcher.worktrees:
        from scrubjay.settings import home_folder

        words = start(home_folder(os.environ), launcher)
    command = [*words, "-I", "-m", module, *(["--repo", str(repo)] if repo else []), *arguments]
    environment = {**os.environ, VARIABLE: "debug"} if ctx.meta.get(VERBOSE_KEY) else os.environ
    os.execve(words[0], command, environment)  # noqa: S606
