"""The threads of a membership, and who waits for what they ask: all of it is over before the process ends.

A daemon thread that is inside compiled code of a library while the interpreter goes away aborts the whole process.
"""

import atexit
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final
from weakref import WeakSet

from scrubjay.extensions.theirs import error_line
from scrubjay.log import Log

END_S: Final = 2.0
"""Seconds in which the threads end with the process: nothing that they still do waits for a server."""

_log = Log(__name__)


class WhoWaits:
    """Somebody who waits for answers; once it is over, what is on its way for them is cut, and nothing begins."""

    def __init__(self) -> None:
        self.over = False
        self._lock = threading.Lock()
        self._cuts: list[Callable[[], None]] = []

    @contextmanager
    def cutting(self, cut: Callable[[], None]) -> Iterator[None]:
        """Have `cut` called where it is over meanwhile, or was before."""
        with self._lock:
            self._cuts.append(cut)
        try:
            if self.over:
                cut()
            yield
        finally:
            with self._lock:
                self._cuts.remove(cut)

    def end(self) -> None:
        """Wait no longer."""
        with self._lock:
            self.over = True
            cuts = [*self._cuts]
        for cut in cuts:
            cut()


PROCESS: Final = WhoWaits()
"""The process itself."""

_running: Final[WeakSet[threading.Thread]] = WeakSet()


def start(
    name: str, run: Callable[[], None], stop: Callable[[], None] | None = None, *, joined: bool = True
) -> threading.Thread:
    """Begin a thread, whose failure is logged. `stop` wakes it as the process ends, which waits for it if `joined`.

    One that isn't joined runs nothing but the standard library, whose calls a thread may be in.
    """

    def runs() -> None:
        try:
            with PROCESS.cutting(stop or _nothing):
                run()
        except Exception as error:
            _log.warning("the thread %s failed: %s", name, error_line(error))

    thread = threading.Thread(target=runs, name=name, daemon=True)
    if joined:
        _running.add(thread)
    thread.start()
    return thread


def _nothing() -> None:
    """What needs no waking."""


def _end() -> None:
    """Cut what is on its way, and wait until nobody is in a library any more."""
    PROCESS.end()
    until = time.monotonic() + END_S
    for thread in [*_running]:
        thread.join(max(0.0, until - time.monotonic()))


atexit.register(_end)
