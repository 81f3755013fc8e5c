"""Whether PostgreSQL answers at all, found out while somebody waits for it: so that silence is told within a second."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from scrubjay.log import Log

SILENT_S: Final = 0.7
"""Seconds without any answer, though asked all the while, after which PostgreSQL counts as silent."""

EVERY_S: Final = 0.1
FIRST_S: Final = 2.0
"""Seconds more for the first answer each time it begins to listen, for which a connection is made."""
LINGERS_S: Final = 30.0
"""Seconds for which it goes on listening after the last one who waited."""

GoesOn = Callable[[], bool]

_log = Log(__name__)


class Hearing:
    """Listens to PostgreSQL while transactions wait for it. Safe to use from several threads.

    A statement may take long, and a network that is cut says nothing: what tells them apart is whether it answers
    anybody. `pulse` asks it for next to nothing over a connection of its own, as long as the function that it is given
    says so, calls `heard` for each answer and returns once it has none; `cut` ends what waits, and is called again and
    again while it is silent. Time in which this process itself had no turn isn't counted: a busy machine is no silence.
    """

    def __init__(self, pulse: Callable[["Hearing", GoesOn], None], cut: Callable[[], None]) -> None:
        self._pulse, self._cut = pulse, cut
        self._lock = threading.Lock()
        self._waiting = 0
        self._left = self._heard = 0.0
        self._since = 0.0
        self._ends = threading.Event()
        self._listens = 0
        self._times = 0
        self.why = ""
        """Why there is no answer, in words."""

    @property
    def silent(self) -> bool:
        """Whether it was asked, and answered nobody for too long."""
        return self._since > 0.0

    def heard(self) -> None:
        """Note that it answered somebody."""
        self._heard = max(self._heard, time.monotonic())

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Listen while the context lasts, and a little longer."""
        with self._lock:
            self._waiting += 1
            if not self._listens and not self._ends.is_set():
                self._times += 1
                self._listens = self._times
                self._heard = time.monotonic() + FIRST_S
                for run in (self._listen, partial(self._ask, self._times)):
                    threading.Thread(target=run, name="scrubjay-hearing", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._waiting -= 1
                self._left = time.monotonic()

    def close(self) -> None:
        """Listen no more."""
        self._ends.set()

    def _ask(self, number: int) -> None:
        def goes_on() -> bool:
            return self._listens == number

        while goes_on():
            self._pulse(self, goes_on)
            self._ends.wait(EVERY_S)

    def _listen(self) -> None:
        quiet, before = 0.0, time.monotonic()
        while not self._ends.wait(EVERY_S):
            now = time.monotonic()
            quiet = 0.0 if self._heard > before else quiet + min(now - before, 2 * EVERY_S)
            before = now
            with self._lock:
                if not self._waiting and now - self._left > LINGERS_S and not self.silent:
                    self._listens = 0
                    return
            if quiet <= SILENT_S:
                self._end_silence(now)
                continue
            if not self.silent:
                self._since = now
                _log.warning("PostgreSQL is silent: who waits for it is told, until it answers again")
            self._cut()
        self._listens = 0

    def _end_silence(self, now: float) -> None:
        if self.silent:
            _log.warning("PostgreSQL answers again, after %.1f s", now - self._since + SILENT_S)
            self._since = 0.0
