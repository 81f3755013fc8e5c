"""Starts the detached worker of a home unless one holds the lock."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubjay.storage.locks import is_locked

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
