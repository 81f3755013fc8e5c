"""Preparation of the next session's briefing in a thread of its own, so that no answer waits for it."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor


class Preparation:
    """Runs `prepare` after what was written; several requests made before it begins are one.

    What was asked for begins after the request, so it sees what was written, and runs one at a time: an older briefing
    never replaces a newer one of this process. Safe to use from several threads.
    """

    def __init__(self, prepare: Callable[[], None]) -> None:
        self._prepare = prepare
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "briefing")
        self._next: Future[None] | None = None
        self._closed = False

    def soon(self) -> Future[None]:
        """Ask for a preparation and go on. After the end nothing is prepared."""
        with self._lock:
            if self._closed:
                return _nothing()
            if self._next is None:
                self._next = self._thread.submit(self._run)
            return self._next

    def now(self) -> None:
        """Prepare, and wait until it is done."""
        self.soon().result()

    def close(self) -> None:
        """Do what was asked for, and end the thread."""
        with self._lock:
            self._closed = True
        self._thread.shutdown()

    def _run(self) -> None:
        with self._lock:
            self._next = None
        self._prepare()


def _nothing() -> Future[None]:
    done: Future[None] = Future()
    done.set_result(None)
    return done
