"""Which memories fell since a day? Those whose sources changed, with the moment of the commit that did it."""

import threading
from collections.abc import Iterator

from scrubjay.git.moments import moments_of
from scrubjay.git.process import Git
from scrubjay.knowledge.documents.decisions import ended_in
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.freshness import Freshness, MovedMemory
from scrubjay.memory.freshness.grounds import Ground
from scrubjay.model.evidence import CitationStatus
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View


@dataclass(frozen=True, slots=True)
class FallenMemory:
    """A memory whose sources changed. `fell_at` is when the last of them did; empty where git doesn't tell.

    It is never before the memory was recorded: a commit may be older than the merge that brought it.
    """

    moved: MovedMemory
    fell_at: str


class Falls:
    """When the memories of one worktree fell. Thread-safe."""

    def __init__(self, git: Git, documents: Documents, freshness: Freshness) -> None:
        self._git = git
        self._documents = documents
        self._freshness = freshness
        self._lock = threading.Lock()
        self._cached: tuple[tuple[MovedMemory, ...], tuple[FallenMemory, ...]] = ((), ())

    def of(self, view: View) -> tuple[FallenMemory, ...]:
        """Every memory of a view that fell, the latest first. Cached until a source or a memory changes."""
        moved = self._freshness.moved(view)
        with self._lock:
            if self._cached[0] is moved:
                return self._cached[1]
        ended = self._ended(moved, view)
        since = {id(ground): ground.since or ended.get(ground.path, "") for ground in _grounds(moved)}
        moments = moments_of(self._git, filter(None, since.values()))
        fallen = tuple(
            FallenMemory(one, _fell_at(one, [moments.get(since[id(ground)], "") for ground in one.standing.moved]))
            for one in moved
        )
        ordered = tuple(sorted(fallen, key=lambda one: one.fell_at, reverse=True))
        with self._lock:
            self._cached = (moved, ordered)
        return ordered

    def _ended(self, moved: tuple[MovedMemory, ...], view: View) -> dict[str, str]:
        """The commit that ended each superseded record, by its path."""
        superseded = CitationStatus.SUPERSEDED
        paths = {ground.path for ground in _grounds(moved) if ground.status is superseded and not ground.since}
        if not paths:
            return {}

        entries = {entry.path: entry for entry in self._documents.decisions(view)}
        return {path: ended_in(self._git, view.commit, entries[path]) for path in paths if path in entries}


def _grounds(moved: tuple[MovedMemory, ...]) -> Iterator[Ground]:
    return (ground for one in moved for ground in one.standing.moved)


def _fell_at(moved: MovedMemory, moments: list[str]) -> str:
    """The last of the moments at which its sources changed, and no earlier than it was recorded."""
    last = max(moments, default="")
    return max(last, moved.memory.recorded_at) if last else ""
