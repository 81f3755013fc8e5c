"""What a long-lived process holds of one worktree: git's answers, each with the state of the files it depends on."""

import os
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from scrubjay.git.discovery import MOST as MOST_CONFIG
from scrubjay.git.discovery import UserConfig, is_plain
from scrubjay.git.objects import IdleProcesses
from scrubjay.git.refs import is_racy
from scrubjay.git.repository import Repository
from scrubjay.storage.files import read_linked

T = TypeVar("T")

_PARTIAL = re.compile(rb"(?i)partialclone|promisor")

MOST = 128
"""Answers that are cached."""


class Worktree:
    """Cached answers of one worktree; the least recently used go. Safe to share between threads.

    An answer is given again only while the state, read at each call, equals that before and after git was asked.
    """

    def __init__(self, repository: Repository, user_config: UserConfig, idle: IdleProcesses) -> None:
        self.repository = repository
        self.idle = idle
        self._user_config = user_config
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()

    def close(self) -> None:
        """End the process that waits."""
        self.idle.end(self.repository.git_dir)

    def own_config(self) -> bytes | None:
        """The clone's own configuration; None where that isn't in one plain file: git must be asked."""
        try:
            own = read_linked(self.repository.common_dir / "config", MOST_CONFIG)
        except OSError:
            return None
        return own if own is not None and is_plain(own) else None

    def config_state(self) -> object | None:
        """The contents of every configuration file that git reads here; None where git must be asked."""
        own = self.own_config()
        user = self._user_config.state() if own is not None else None
        return None if user is None else (own, user)

    def objects_state(self) -> object | None:
        """What a running git wouldn't notice of the object store: packs that go, settings, other stores.

        None where no process can be held: within two seconds of a change of packs, where objects are borrowed from
        another clone or fetched when needed, and on Windows, where an open pack can't be deleted.
        """
        folder, own = self.repository.common_dir / "objects", self.own_config()
        if os.name != "posix" or own is None or _PARTIAL.search(own) or (folder / "info" / "alternates").exists():
            return None
        try:
            info = (folder / "pack").stat()
        except OSError:
            return None
        return None if is_racy(info) else (own, info.st_dev, info.st_ino, info.st_mtime_ns, info.st_ctime_ns)

    def shallow_state(self) -> object | None:
        """The commits at which the history is cut off: while they are equal, so are the ancestors of a commit."""
        try:
            return read_linked(self.repository.common_dir / "shallow", MOST_CONFIG) or b""
        except OSError:
            return None

    def answer(
        self,
        key: Hashable,
        state: Callable[[], object | None],
        ask: Callable[[], T],
        lasting: Callable[[T], bool] = lambda _: True,
    ) -> T:
        """The cached answer for a key, or a new one; without a state (None) it is asked at each call.

        Only a `lasting` answer is cached.
        """
        before = state()
        with self._lock:
            cached = self._answers.get(key)
            if cached is not None:
                self._answers.move_to_end(key)
        if before is not None and cached is not None and cached[0] == before:
            value: T = cached[1]
            return value
        value = ask()
        if before is not None and lasting(value) and state() == before:
            with self._lock:
                self._answers[key] = (before, value)
                if len(self._answers) > MOST:
                    self._answers.popitem(last=False)
        return value
