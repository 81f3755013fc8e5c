"""Counts the events of a process: in memory first, then added to the daily sums in batches. No answer waits for it."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scrubjay.errors import StorageError
from scrubjay.identity.insight.events import SEARCH, Event, Key, Measure, key_of
from scrubjay.identity.insight.store import add_sums, label_since, summed_since, sums_since
from scrubjay.identity.insight.sums import DailySums
from scrubjay.model.clock import Clock, day_of
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

PAUSE_S: Final = 30.0
"""Seconds from the first event of a batch until it is written. A killed process loses what it counted since."""

BUSY_MS: Final = 100
"""How long a batch waits for another writer; after that it goes with the next one."""

MOST: Final = 5_000
"""Different sums that wait for a disk that takes nothing; one beyond is dropped, and counted as lost."""

Count = Callable[..., None]
"""Counts some events, as `EventCounts.count` does."""

Timer = Callable[[float, Callable[[], None]], threading.Timer]


class EventCounts:
    """Counts for one project. `file` is its session.db; without `keep` nothing is counted.

    Sums of several processes and batches are added up, so their order doesn't matter. Never raises. Safe to use from
    several threads. Tests pass their own `timer`.
    """

    def __init__(self, file: Path, clock: Clock, *, keep: bool, timer: Timer = threading.Timer) -> None:
        self.keep = keep
        self._file = file
        self._clock = clock
        self._make_timer = timer
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._sums: dict[Key, int] = {}
        self._timer: threading.Timer | None = None

    def count(self, *events: Event) -> None:
        """Count some events."""
        if not self.keep or not events:
            return
        day = day_of(self._clock())
        with self._lock:
            for event in events:
                self._add(key_of(day, event), event.number)
            if self._timer is None:
                self._timer = self._make_timer(PAUSE_S, self.flush)
                self._timer.daemon = True
                self._timer.start()

    def flush(self) -> None:
        """Write what was counted; what can't be written now goes with the next batch."""
        with self._writing:
            with self._lock:
                timer, self._timer = self._timer, None
                sums, self._sums = self._sums, {}
            if timer is not None:
                timer.cancel()
            if sums and not self._written(sums):
                with self._lock:
                    for key, number in sums.items():
                        self._add(key, number)

    def since(self, day: str) -> DailySums:
        """What every process counted since a day, as far as it is written. Raises StorageError."""
        return self._read(lambda c: sums_since(c, day))

    def searches_since(self, day: str) -> DailySums:
        """What every process counted since a day; of times only those of searches, since the others are many rows."""
        others = set(Measure) - {Measure.MILLISECONDS}
        return self._read(lambda c: sums_since(c, day, others) | label_since(c, day, Measure.MILLISECONDS, SEARCH))

    def times_since(self, day: str) -> DailySums:
        """How long everything took since a day, without the days."""
        return self._read(lambda c: summed_since(c, day, Measure.MILLISECONDS))

    def last_recall(self) -> DailySums:
        """Every check of the vectors."""
        return self._read(lambda c: sums_since(c, "", (Measure.RECALL,)))

    def _read(self, work: Callable[[Connection], dict[Key, int]]) -> DailySums:
        if not self._file.is_file():
            return DailySums({})
        with Database(self._file, "session") as database:
            return DailySums(database.read(work))

    def _add(self, key: Key, number: int) -> None:
        """Add to a sum in memory; where there are too many sums, a loss is counted instead."""
        if key not in self._sums and len(self._sums) >= MOST and key[1] != Measure.LOST:
            key, number = (key[0], str(Measure.LOST), "sums", 0), 1
        self._sums[key] = self._sums.get(key, 0) + number

    def _written(self, sums: dict[Key, int]) -> bool:
        """Whether the sums are in the file; a project that was forgotten stays so."""
        try:
            if not self._file.parent.is_dir():
                return False
            with Database(self._file, "session", busy_ms=BUSY_MS) as database:
                database.write(lambda c: add_sums(c, sums, day_of(self._clock())))
        except (StorageError, OSError):
            return False
        return True
