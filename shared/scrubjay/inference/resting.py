"""Release of an idle model from memory, in a process that is seldom asked."""

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable


@runtime_checkable
class CanRest(Protocol):
    """A model whose memory can be freed, and which is loaded again at its next use."""

    def rest(self) -> None:
        """Free the model's memory."""


class Resting:
    """Calls `rest` on a thread of its own when `used` wasn't called for some seconds; once after each use.

    The thread is there only in between. Safe to use from several threads.
    """

    def __init__(
        self,
        after_s: float,
        rest: Callable[[], None],
        *,
        now: Callable[[], float] = time.monotonic,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        self._after_s = after_s
        self._rest = rest
        self._now = now
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._wait = wait or self._ended.wait
        self._last = 0.0
        self._watching = False

    def used(self) -> None:
        """Tell that the model is in use now, which delays `rest`."""
        self._last = self._now()
        if self._watching:
            return
        with self._lock:
            if self._watching or self._ended.is_set():
                return
            self._watching = True
        threading.Thread(target=self._watch, name="scrubjay-rest", daemon=True).start()

    def end(self) -> None:
        """Never call `rest` again."""
        self._ended.set()

    def _watch(self) -> None:
        """Wait until the model wasn't used for a while, then call `rest`."""
        while (left := self._last + self._after_s - self._now()) > 0:
            if self._wait(left):
                return
        self._watching = False  # before: a use from here on is watched by another thread
        self._rest()


def return_free_memory() -> None:
    """Give memory that the C library holds but doesn't use back to the system, where possible."""
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
