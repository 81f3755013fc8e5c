"""Which memories fell since a day? Those whose sources changed, with the moment of the commit that did it."""

import threading

from scrubjay.freshness.freshness import Freshness, MovedMemory
from scrubjay.freshness.grounds import Ground
from scrubjay.git.ancestry import last_change
from scrubjay.git.moments import moments_of
from scrubjay.git.process import Git
from scrubjay.model.evidence import CitationStatus
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View


@dataclass(frozen=True, slots=True)
class FallenMemory:
    """A memory whose sources changed. `fell_at` is when the last of them did; empty where git doesn't tell."""

    moved: MovedMemory
    fell_at: str


class Falls:
    """When the memories of one worktree fell. Thread-safe."""

    def __init__(self, git: Git, freshness: Freshness) -> None:
        self._git = git
        self._freshness = freshness
        self._lock = threading.Lock()
        self._cached: tuple[tuple[MovedMemory, ...], tuple[FallenMemory, ...]] = ((), ())

    def of(self, view: View) -> tuple[FallenMemory, ...]:
        """Every memory of a view that fell, the latest first. Cached until a source or a memory changes."""
        moved = self._freshness.moved(view)
        with self._lock:
            if self._cached[0] is moved:
                return self._cached[1]
        since = {id(ground): self._since(ground, view) for one in moved for ground in one.standing.moved}
        moments = moments_of(self._git, filter(None, since.values()))
        fallen = tuple(
            FallenMemory(one, max((moments.get(since[id(ground)], "") for ground in one.standing.moved), default=""))
            for one in moved
        )
        ordered = tuple(sorted(fallen, key=lambda one: one.fell_at, reverse=True))
        with self._lock:
            self._cached = (moved, ordered)
        return ordered

    def _since(self, ground: Ground, view: View) -> str:
        """The commit that changed a source; of a superseded record the last one that changed its file."""
        if ground.since or ground.status is not CitationStatus.SUPERSEDED:
            return ground.since
        return last_change(self._git, view.commit, ground.path) if ground.path else ""
