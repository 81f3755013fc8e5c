"""The start of the worker: at once, or after a pause where nobody waits for what it does."""

import os
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scrubjay.storage.locks import is_locked

PAUSE_S = 1.0
"""Starting a process costs more than most of its jobs: what is kept within a second shares one."""


class Waking:
    """Calls `wake`, which starts a worker unless one runs. The queue holds the jobs: a wake that a kill takes along is
    made up for by the next one. Safe to use from several threads. Tests pass their own `timer`.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
    ) -> None:
        self._wake = wake
        self._make_timer = timer
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def now(self) -> None:
        """Wake it for everything that was enqueued."""
        self._stop()
        self._wake()

    def soon(self) -> None:
        """Wake it once the pause since the first such request is over."""
        with self._lock:
            if self._timer is None:
                self._timer = self._make_timer(PAUSE_S, self._fire)
                self._timer.daemon = True
                self._timer.start()

    def close(self) -> None:
        """Wake it now if a request waits."""
        if self._stop():
            self._wake()

    def _fire(self) -> None:
        if self._stop():
            self._wake()

    def _stop(self) -> bool:
        """End the pause; whether there was one."""
        with self._lock:
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        return timer is not None


LOCK_NAME = "worker.lock"


def start_worker(home: Path, start: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Start the worker of a home unless one runs; returns whether one was started. Call it *after* enqueueing.

    `start` is the command line of this Python (`launching.start`).
    No job is lost between a worker that stops and a job that arrives: a worker reads the queue once more after
    it has released the lock, and here the lock is tried after the job was written.
    Raises OSError when the process can't be started.
    """
    if is_locked(home / LOCK_NAME):
        return False
    subprocess.Popen(
        [*start, "-I", "-m", "scrubjay.operations.jobs.worker"],
        cwd=home,
        env={**environment, "SCRUBJAY_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=os.name == "posix",
        close_fds=True,
    )
    return True
