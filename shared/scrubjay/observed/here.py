"""The observer of the session that a process serves: found by its ancestors, and what their hooks reported."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from scrubjay.git.ancestry import head_at
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.presence.clients import ClientSessions, ReportedSession
from scrubjay.model.clock import Clock
from scrubjay.observed.client import CallingClient
from scrubjay.observed.files import WorktreeFiles
from scrubjay.observed.observer import Observer
from scrubjay.observed.said import Same
from scrubjay.storage.database import Database


def observer_here(
    home_database: Database,
    clock: Clock,
    git: Git,
    repository: Repository,
    client: CallingClient,
    same: Same,
    person: str,
    home: Path,
) -> Observer:
    """The observer of one worktree; the rest as `Observer` takes it."""
    sessions = ClientSessions(home_database, clock)

    def reported() -> Sequence[ReportedSession]:
        return sessions.of(client.ancestors())

    @cache
    def opened() -> str:
        return head_at(git, client.since)

    return Observer(
        reported=reported,
        opened=opened,
        folders=client.folders,
        files=_files(git, repository),
        same=same,
        person=person,
        home=home,
        account=client.account,
    )


def observer_of(
    reported: ReportedSession,
    git: Git,
    repository: Repository,
    client: CallingClient,
    same: Same,
    person: str,
    home: Path,
) -> Observer:
    """The observer of one session that hooks reported, for a process of ours that nobody waits for: it has all time."""
    return Observer(
        reported=lambda: (reported,),
        opened=lambda: "",
        folders=client.folders,
        files=_files(git, repository),
        same=same,
        person=person,
        home=home,
        account=client.account,
        now=lambda: 0.0,
    )


def _files(git: Git, repository: Repository) -> Callable[[str], WorktreeFiles]:
    return lambda began: WorktreeFiles(git, repository, began)
