"""How does a process look into the session that it serves? By its ancestors, and what their hooks reported."""

from collections.abc import Sequence
from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.clock import Clock
from scrubjay.observed.files import WorktreeFiles
from scrubjay.observed.observer import Observer
from scrubjay.observed.said import Same
from scrubjay.observed.transcript import Folders
from scrubjay.person.lineage import Process
from scrubjay.presence.clients import ClientSessions
from scrubjay.storage.database import Database


def observer_here(
    home_database: Database,
    clock: Clock,
    git: Git,
    repository: Repository,
    ancestors: Sequence[Process],
    folders: Folders,
    same: Same,
    who: str,
    home: Path,
    account: Path,
) -> Observer:
    """The observer of one worktree, for a process with these ancestors; the rest as `Observer` takes it."""
    sessions = ClientSessions(home_database, clock)

    def files(began: str, since: float) -> WorktreeFiles:
        return WorktreeFiles(git, repository, began, since)

    return Observer(lambda: sessions.of(ancestors), folders, files, same, who, home, account)
