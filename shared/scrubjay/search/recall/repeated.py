"""What was answered before in the very same state? A small cache of whole answers, never stale."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from scrubjay.git.clone_state import clone_state
from scrubjay.git.file_marks import FileMarks
from scrubjay.git.refs import RACY_NS, base_fingerprint, read_pointer
from scrubjay.git.repository import Repository
from scrubjay.git.uncommitted import holds
from scrubjay.model.clock import Clock, day_of
from scrubjay.storage.database import Database

T = TypeVar("T")

KEPT = 64
"""Answers of one worktree that are cached; the largest have 40,000 characters."""


@dataclass(frozen=True, slots=True)
class MadeAnswer(Generic[T]):
    """An answer; whether it follows from git, the databases and the day; the blobs that its files hold, by path."""

    value: T
    lasting: bool
    blobs: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Kept:
    """An answer with the state that it follows from; `files` are the marks of its files when they held their blobs."""

    shown: MadeAnswer[Any]
    clone: FileMarks
    versions: tuple[object, ...]
    files: FileMarks | None = None


class RepeatedAnswers:
    """Caches answers of one worktree by what was asked. Safe to use from several threads.

    An answer is taken from the cache while HEAD and its base branch, which are read, the marks of refs and packs, all
    commits to the databases, the day and the files that it shows are those from before it was made. Whatever can't be
    told makes it anew.
    """

    def __init__(
        self,
        repository: Repository,
        databases: Callable[[], tuple[Database, ...]],
        clock: Clock,
        *,
        racy_ns: int = RACY_NS,
    ) -> None:
        self._repository = repository
        self._racy_ns = racy_ns
        self._databases = databases
        self._clock = clock
        self._lock = threading.Lock()
        self._cache: OrderedDict[Hashable, _Kept] = OrderedDict()

    def of(self, key: Hashable, make: Callable[[], MadeAnswer[T]]) -> T:
        """The answer to what `key` asks, which holds all that `make` depends on beside the state."""
        versions = self._versions()
        with self._lock:
            kept = self._cache.get(key)
        if (
            kept is not None
            and versions is not None
            and kept.versions == versions
            and kept.clone.stand()
            and self._files_stand(kept)
        ):
            with self._lock:
                if key in self._cache:
                    self._cache.move_to_end(key)
            return cast("T", kept.shown.value)
        clone = clone_state(self._repository)
        shown = make()
        if (
            shown.lasting and clone is not None and clone.settled(self._racy_ns) and clone.stand()
            and versions is not None and versions == self._versions()
        ):  # fmt: skip
            self._keep(key, _Kept(shown, clone, versions))
        return shown.value

    def _versions(self) -> tuple[object, ...] | None:
        """What is read or counted anew at each call; None where only git tells what HEAD is."""
        git_dir, common_dir = self._repository.git_dir, self._repository.common_dir
        head, base = read_pointer(git_dir, common_dir), base_fingerprint(common_dir)
        if head is None or base is None:
            return None
        return (head, base, day_of(self._clock()), *(database.version() for database in self._databases()))

    def _files_stand(self, kept: _Kept) -> bool:
        """Whether the files of an answer hold their blobs; they are read again only where their marks changed."""
        if not kept.shown.blobs or (kept.files is not None and kept.files.stand()):
            return True
        files = {self._repository.worktree / path: blob for path, blob in kept.shown.blobs.items()}
        try:
            marks = FileMarks.of(map(str, files))
        except OSError:
            return False
        if not all(holds(file, blob) for file, blob in files.items()):
            return False
        kept.files = marks if marks.settled(self._racy_ns) else None
        return True

    def _keep(self, key: Hashable, kept: _Kept) -> None:
        with self._lock:
            self._cache[key] = kept
            self._cache.move_to_end(key)
            while len(self._cache) > KEPT:
                self._cache.popitem(last=False)
