"""The Notifier: what changed of the resources that somebody watches, asked of each source that knows them."""

from collections.abc import Hashable, Sequence
from typing import Final

from scrubjay.errors import LimitExceeded, ScrubjayError
from scrubjay.extensions.kinds.watched import ChangeSource, Shown, Watched
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass

LOOK_S: Final = 1.0
"""Seconds between two looks: nobody is told more often of one resource."""

MOST_WATCHED: Final = 50
"""Resources that one Notifier watches."""

MOST_ENTRIES: Final = 10_000
"""Entries that a resource shows at most; of one that shows so many, none is told as ended: it may have made room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceChange:
    """What is another than at the last look: the ids of entries that are new, changed, or not shown any more."""

    watched: Watched
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()


def difference(watched: Watched, before: Shown, now: Shown) -> ResourceChange | None:
    """What changed between two moments; None for nothing."""
    change = ResourceChange(
        watched=watched,
        new=tuple(id for id in now if id not in before),
        changed=tuple(id for id, value in now.items() if id in before and before[id] != value),
        ended=tuple(id for id in before if id not in now) if len(now) < MOST_ENTRIES else (),
    )
    return change if change.new or change.changed or change.ended else None


_NEVER: Final = object()
"""The stamp of a source that wasn't looked at whole yet."""


class Notifier:
    """Compares what watched resources show one subscriber. For one thread at a time; it has none of its own.

    A source is asked what it shows only after its stamp changed. The stamp is read before, so that what changes during
    a look is found by the next one.
    """

    def __init__(self, sources: Sequence[ChangeSource]) -> None:
        self._sources = tuple(sources)
        self._stamps: list[Hashable] = [_NEVER for _ in self._sources]
        self._shown: dict[Watched, dict[int, Shown]] = {}
        self.troubles: tuple[str, ...] = ()
        """What couldn't be looked at the last time, and why."""

    @property
    def watched(self) -> tuple[Watched, ...]:
        """What is watched, in the order of subscriptions."""
        return tuple(self._shown)

    def subscribe(self, watched: Watched) -> bool:
        """Watch a resource from now on; False where no source knows its kind.

        Raises LimitExceeded, and ScrubjayError where it can't be looked at.
        """
        if watched in self._shown:
            return True
        knowing = [number for number, source in enumerate(self._sources) if source.knows(watched)]
        if knowing and len(self._shown) >= MOST_WATCHED:
            raise LimitExceeded(f"{counted(MOST_WATCHED, 'resource')} are watched already: end a subscription first.")
        if knowing:
            self._shown[watched] = {number: self._sources[number].shows(watched) for number in knowing}
        return bool(knowing)

    def unsubscribe(self, watched: Watched) -> None:
        """Watch a resource no longer."""
        self._shown.pop(watched, None)

    def look(self) -> tuple[ResourceChange, ...]:
        """What changed since the last look, each resource once. What can't be looked at now is at the next look."""
        troubles: list[str] = []
        changes = [
            change
            for number, source in enumerate(self._sources)
            if any(number in known for known in self._shown.values())
            for change in self._look_at(number, source, troubles)
        ]
        self.troubles = tuple(dict.fromkeys(troubles))
        found: dict[Watched, ResourceChange] = {}
        for change in changes:
            found[change.watched] = _joined(found.get(change.watched), change)
        return tuple(found.values())

    def close(self) -> None:
        """Watch nothing any more, and end what the sources began."""
        self._shown.clear()
        for source in self._sources:
            source.close()

    def _look_at(self, number: int, source: ChangeSource, troubles: list[str]) -> list[ResourceChange]:
        """What changed by one source."""
        changes = []
        try:
            stamp = source.stamp()
            if stamp == self._stamps[number]:
                return []
            for watched, known in self._shown.items():
                if number not in known:
                    continue
                now = source.shows(watched)
                if change := difference(watched, known[number], now):
                    changes.append(change)
                known[number] = now
            self._stamps[number] = stamp
        except ScrubjayError as error:
            troubles.append(str(error))
        return changes


def _joined(one: ResourceChange | None, other: ResourceChange) -> ResourceChange:
    """The changes of one resource by two sources."""
    if one is None:
        return other
    return ResourceChange(
        watched=other.watched,
        new=one.new + other.new,
        changed=one.changed + other.changed,
        ended=one.ended + other.ended,
    )
