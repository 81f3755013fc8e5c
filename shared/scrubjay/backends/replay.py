"""Bringing what changed in one store to another: resumable after any interruption, and the same however often."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scrubjay.backends.backend import PAGE, MemoryBackend, WriteOutcome
from scrubjay.backends.composite import write_to
from scrubjay.errors import UsageError

MOST_REASONS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport:
    """What became of the records, how many of each outcome; where to go on; why some were refused, the first ones."""

    position: str
    counts: Mapping[str, int] = field(default_factory=dict)
    refused: tuple[str, ...] = ()

    @property
    def records(self) -> int:
        """How many records were read; each is in `counts` once."""
        return sum(self.counts.values())


def replay_writes(
    source: MemoryBackend,
    target: MemoryBackend,
    since: str = "",
    *,
    reached: Callable[[str], object] = lambda position: None,
    page: int = PAGE,
) -> ReplayReport:
    """Write to `target` what changed in `source` after a position, oldest first.

    `reached` is told each position once everything before it is written: who keeps it can go on from there, and who
    doesn't may begin anew, since a record that is there is known. Raises BackendDown; what was written by then stays.
    """
    if source is target:
        raise UsageError(f"{source.name!r} can't be replayed into itself. Give another store.")
    position, counts, refused = since, Counter[str](), list[str]()
    while True:
        changed = source.since(position, page)
        for record in changed.records:
            receipt = write_to(target, record)
            counts[receipt.outcome] += 1
            if receipt.outcome is WriteOutcome.REFUSED and len(refused) < MOST_REASONS:
                refused.append(f"{record.id[:12]}: {receipt.why}")
        if changed.records and changed.position == position:
            raise UsageError(f"{source.name!r} gave the position {position[:40]!r} twice. Nothing further was read.")
        position = changed.position or position
        if changed.records or changed.more:
            reached(position)
        if not changed.more:
            return ReplayReport(position=position, counts=dict(counts), refused=tuple(refused))
