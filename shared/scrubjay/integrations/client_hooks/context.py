"""Context of an event: its worktree, the project and the project's files."""

from collections.abc import Mapping
from pathlib import Path

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.identity.projects.file import opened_project
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database

TIMEOUT_S = 0.4
"""Seconds that a client waits for us, and the timeout of any essential git call."""

BUSY_TIMEOUT_MS = 200
"""Milliseconds that a hook waits for another writer of a database."""


@dataclass(frozen=True, slots=True)
class HookContext:
    """A worktree that belongs to a project of this home; `until` is the deadline (monotonic seconds)."""

    home: Path
    repository: Repository
    git: Git
    project: str
    until: float

    @property
    def folder(self) -> Path:
        """The project's folder in the home."""
        return self.home / "projects" / self.project


def find_context(
    home: Path, folder: Path, environment: Mapping[str, str], database: Database, until: float
) -> HookContext | None:
    """The context of an event; None where the repository isn't set up, or is a copy.

    Raises ScrubjayError where there is no repository, or git fails.
    """
    git_environment = GitEnvironment.of(environment)
    repository = open_repository(folder, git_environment, TIMEOUT_S)
    git = Git(repository.worktree, git_environment, TIMEOUT_S)
    project = opened_project(git, repository, home, database)
    return HookContext(home, repository, git, project, until) if project else None
