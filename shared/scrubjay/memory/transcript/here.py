"""The observer of the session that a process serves: found by its ancestors, and what their hooks reported."""

import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from scrubjay.git.ancestry import head_at
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.presence.clients import ClientSessions, ReportedSession
from scrubjay.memory.transcript.client import CallingClient
from scrubjay.memory.transcript.files import WorktreeFiles
from scrubjay.memory.transcript.observer import Observer
from scrubjay.memory.transcript.said import Same
from scrubjay.model.clock import Clock
from scrubjay.storage.database import Database


def observer_here(
    home_database: Database, clock: Clock, git: Git, repository: Repository, client: CallingClient, same: Same,
    person: str, home: Path,
) -> Observer:  # fmt: skip
    """The observer of one worktree; the rest as `Observer` takes it."""
    sessions = ClientSessions(home_database, clock)

    @cache
    def opened() -> str:
        return head_at(git, client.since)

    def reported() -> Sequence[ReportedSession]:
        return sessions.of(client.ancestors())

    return observer_of(reported, git, repository, client, same, person=person, home=home, opened=opened)


def observer_of(
    reported: Callable[[], Sequence[ReportedSession]], git: Git, repository: Repository, client: CallingClient,
    same: Same, person: str, home: Path,
    *, opened: Callable[[], str] = str, now: Callable[[], float] = time.thread_time,
) -> Observer:  # fmt: skip
    """The observer of what hooks reported; the rest as `Observer` takes it."""
    return Observer(
        reported=reported,
        opened=opened,
        folders=client.folders,
        files=lambda began: WorktreeFiles(git, repository, began),
        same=same,
        person=person,
        home=home,
        account=client.account,
        now=now,
    )
