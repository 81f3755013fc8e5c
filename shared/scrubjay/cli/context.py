"""Context of a command: environment, folder, settings. The command line's only reader of the environment."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from scrubjay.cli.commands import REPO_KEY
from scrubjay.cli.output import warn
from scrubjay.errors import NotARepository
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.person.observe import observe
from scrubjay.memory.transcript.session import client_of
from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.identity.person.facts import ProcessFacts
    from scrubjay.settings.schema import Settings


@dataclass(frozen=True, slots=True)
class Invocation:
    """What a command runs with: the environment, the folder that `--repo` or the shell names, the account's home.

    `wake` starts the worker; None stands for the usual way. `seen` is what was seen of who runs it; None: look.
    """

    environment: Mapping[str, str]
    folder: Path
    account: Path
    wake: Callable[[], None] | None = None
    seen: "ProcessFacts | None" = None

    @property
    def settings(self) -> "Settings":
        """The user's settings, with the trust that a person gave. Raises ConfigError."""
        from scrubjay.identity.audit.trusted import with_trust
        from scrubjay.settings.layers import load_settings  # a command's help needs no schema

        settings = load_settings(self.environment)
        if settings.trust == type(settings.trust)():
            return settings
        return with_trust(settings)

    @property
    def session(self) -> str:
        """The client's session that a command belongs to; empty where no client says."""
        return self.environment.get("CLAUDE_CODE_SESSION_ID", "")

    @property
    def facts(self) -> "ProcessFacts":
        """What is seen of who runs the command."""
        return observe(self.environment) if self.seen is None else self.seen

    @property
    def git(self) -> "GitEnvironment":
        """The environment that git gets."""
        return GitEnvironment.of(self.environment)


def invoked(ctx: typer.Context) -> Invocation:
    """Read the process's environment, its folder and `--repo`, once."""
    try:
        current = Path.cwd()
    except FileNotFoundError:
        raise NotARepository(
            "The current folder no longer exists. Change into the repository and run the command again."
        ) from None
    chosen = ctx.meta.get(REPO_KEY)
    folder = current / Path(chosen).expanduser() if chosen else current
    if not folder.exists():
        raise NotARepository(f"{folder} does not exist. Pass a path inside a git repository.")
    wake, seen = ctx.obj or (None, None)
    return Invocation(dict(os.environ), folder, Path.home(), wake, seen)


@contextmanager
def open_home(invocation: Invocation) -> Iterator["App"]:
    """Open the home for the length of a command."""
    from scrubjay.app import open_app

    client = client_of(invocation.environment, invocation.account)
    with open_app(invocation.settings, git_environment=invocation.git, wake=invocation.wake, client=client) as app:
        yield app


@contextmanager
def open_workspace(invocation: Invocation) -> Iterator[tuple["App", "Workspace"]]:
    """Open the home and the workspace of the repository. Says on stderr what its configuration was refused."""
    with open_home(invocation) as app:
        workspace = app.workspace(invocation.folder)
        for line in workspace.refused:
            warn(line)
        yield app, workspace
