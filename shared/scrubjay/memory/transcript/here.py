"""The observer of the session that a process serves: found by its ancestors, and what their hooks reported."""

import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.git.ancestry import changed_between, head_at, remote_base
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.status import status
from scrubjay.identity.presence.clients import ClientSessions, ReportedSession
from scrubjay.memory.transcript.observer import Observer
from scrubjay.memory.transcript.said import Same
from scrubjay.memory.transcript.session import Call, CallingClient
from scrubjay.memory.transcript.words import plain_line
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import replace
from scrubjay.storage.database import Database
from scrubjay.storage.files import read_regular

MOST_CHANGED: Final = 200
LARGEST: Final = 1_000_000
"""Bytes of a file that are searched; a larger one may hold anything."""

PATIENCE_S: Final = 2.0


class WorktreeFiles:
    """The files of one worktree, seen from the commit where the session began (empty: it had none)."""

    def __init__(self, git: Git, repository: Repository, began: str) -> None:
        self._git = replace(git, timeout_s=PATIENCE_S)
        self._repository = repository
        self._began = began
        self._cache: dict[str, str] = {}

    def before(self, path: str) -> str:
        """The text of a tracked file when the session began; empty where it had none."""
        if path not in self._cache:
            try:
                data = self._git.run("cat-file", "blob", f"{self._began}:{path}", limit=LARGEST) if self._began else b""
            except ScrubjayError:
                data = b""
            self._cache[path] = data.decode("utf-8", "replace")
        return self._cache[path]

    def stood(self, call: Call, line: str) -> bool:
        """Whether the tracked file that a call reads held a line when the session began."""
        path = self._relative(Path(os.path.normpath(self._repository.worktree / call.folder / call.file)))
        return bool(path) and any(plain_line(row) == line for row in self.before(path).split("\n"))

    def differing(self, line: str) -> str:
        """A sentence that names a changed file which holds a line, or says that none can be told; empty for none."""
        try:
            changed = self._changed()
        except ScrubjayError:
            return "git couldn't tell which files differ from the base branch"
        if len(changed) > MOST_CHANGED:
            return "too many files differ from the base branch to look for this line in them"
        for name in changed:
            if _may_hold(self._repository.worktree / name, line):
                return f"{name} differs from the base branch and holds this line"
        return ""

    def _relative(self, path: Path) -> str:
        """The path from the worktree's top, as git names it; empty outside of it and for what isn't a plain name."""
        try:
            name = path.relative_to(self._repository.worktree).as_posix()
        except ValueError:
            return ""
        return "" if name == "." or "\n" in name or "\0" in name else name

    def _changed(self) -> tuple[str, ...]:
        """The files that differ, tracked or not; more than MOST_CHANGED where there are too many to tell."""
        changes = status(self._git, self._repository)
        if changes.unknown:
            raise ScrubjayError(changes.unknown)
        paths = (*changes.staged.paths, *changes.unstaged.paths, *changes.untracked.paths)
        if max(changes.staged.count, changes.unstaged.count, changes.untracked.count) > MOST_CHANGED:
            return (*paths, *map(str, range(MOST_CHANGED)))
        for start in dict.fromkeys(filter(None, (remote_base(self._git), self._began))):
            paths += changed_between(self._git, start, "HEAD", MOST_CHANGED + 1)
        return tuple(dict.fromkeys(paths))


def _may_hold(path: Path, line: str) -> bool:
    """Whether a file holds a line, or is too large to say."""
    data = read_regular(path, LARGEST)
    if data is None:
        return path.is_file() and not path.is_symlink()
    text = data.decode("utf-8", "replace")
    return line in text or line in plain_line(text)


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
