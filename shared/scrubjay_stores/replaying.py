"""Replay: brings the memories of one store into another, each once, and accounts for every one and for what it loses.

Nothing is changed, written over or deleted anywhere: what the target has under a memory's key stands, whatever it says.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.extensions.kinds.stores import MemoryBackend
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern
from scrubjay.model.stored import CARRIED, StoredMemory
from scrubjay_stores.errors import StoreUnreadable

DAY: Final = pattern(r"\d{4}-\d\d-\d\d")
LONGEST: Final = 10_000
MOST_PAGES: Final = 100_000

ENDED: Final = "ended, replaced or forgotten there"
OLDER: Final = "older than the day"
TOO_LONG: Final = "longer than a memory may be, or empty"


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """What became of one memory: an outcome of `WriteOutcome`, `new` in a dry run, or `left` with the reason."""

    outcome: str
    memory: StoredMemory | None
    why: str = ""
    id: str = ""


@dataclass(slots=True)
class ReplayReport:
    """Counts of a replay. `cursor` is behind the last page that was brought whole; `stopped` says why it ended early.

    `reasons` counts what was left and refused, `lost` the fields that the target doesn't keep.
    """

    counts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    cursor: str = ""
    stopped: str = ""

    def take(self, step: ReplayStep, carries: frozenset[str]) -> None:
        """Count a step."""
        self.counts[step.outcome] += 1
        if step.outcome in ("left", "refused"):
            self.reasons[step.why] += 1
        elif step.memory is not None and step.outcome in ("stored", "held", "new"):
            self.lost.update(name for name in CARRIED if getattr(step.memory, name) and name not in carries)


class Replay:
    """One replay. `since` is a day, a cursor that an earlier one told, or empty for all. Raises UsageError."""

    def __init__(self, source: MemoryBackend, target: MemoryBackend, since: str = "") -> None:
        if source.name == target.name:
            raise UsageError("--from and --to name one store. Give two of `scrubjay stores list`.")
        if target.read_only:
            raise UsageError(f"{target.name} is only read, so nothing can be brought there.")
        self._source = source
        self._target = target
        self._day = since if DAY.fullmatch(since) else ""
        self.report = ReplayReport(cursor="" if self._day else since)

    def steps(self, *, dry_run: bool = False, progress: Callable[[int], None] = lambda _: None) -> Iterator[ReplayStep]:
        """Bring each memory, a write of its own, and yield what became of it. A store's failure ends it: `stopped`."""
        done = 0
        try:
            for _ in range(MOST_PAGES):
                page = self._source.since(self.report.cursor)
                steps = (self._brought(one, dry_run=dry_run) for one in page.memories)
                for taken in chain((ReplayStep("left", None, one.reason) for one in page.left_out), steps):
                    self.report.take(taken, self._target.carries)
                    yield taken
                    progress(done := done + 1)
                if page.cursor == self.report.cursor and page.more:
                    raise StoreUnreadable(f"{self._source.name} gives the same page again and again.")
                self.report.cursor = page.cursor
                if not page.more:
                    return
        except ScrubjayError as error:
            self.report.stopped = str(error)

    def _brought(self, memory: StoredMemory, *, dry_run: bool) -> ReplayStep:
        if why := self._why_not(memory):
            return ReplayStep("left", memory, why)
        if dry_run:
            return ReplayStep("known" if self._target.has(memory.key) else "new", memory)
        outcome = self._target.write(memory)
        return ReplayStep(outcome.outcome, memory, outcome.why, outcome.id)

    def _why_not(self, memory: StoredMemory) -> str:
        """Why a memory isn't brought; empty where it is."""
        if not memory.holds:
            return ENDED
        if not memory.text or len(memory.text) > LONGEST:
            return TOO_LONG
        return OLDER if self._day and memory.date and memory.date[:10] < self._day else ""
