"""The worker's loop: one process per home, the holder of the lock, works through the queue."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from scrubjay.integrations.launching.launcher import LOCK_NAME
from scrubjay.storage.filesystem import ASKING_S, file_lock
from scrubjay.storage.queue.job import Job
from scrubjay.storage.queue.jobs import JobQueue

LINGER_S = 5.0
"""A job that is due within this time is waited for."""

POLL_S = 0.1

Perform = Callable[[Job], None]
"""Runs one job and reports the result to the queue."""


def run_queue(home: Path, queue: JobQueue, perform: Perform, stopping: threading.Event, *, idle_s: float) -> int:
    """Work until nothing is due; returns the number of jobs done. 0 at once when another process holds the lock.

    A job that arrives while the lock is being released isn't lost: its writer tries the lock afterwards, and here
    the queue is read once more after the release. kill -9 loses nothing: the next holder releases the claims.
    """
    done = 0
    while True:
        with file_lock(home / LOCK_NAME, patience_s=ASKING_S) as mine:
            if not mine:
                return done
            queue.reset()
            done += _do_jobs(queue, perform, stopping, idle_s)
        if stopping.is_set() or not _due_soon(queue):
            return done


def _do_jobs(queue: JobQueue, perform: Perform, stopping: threading.Event, idle_s: float) -> int:
    """Do jobs until none has been due for a while; returns how many were done."""
    done = 0
    leave_at = time.monotonic() + idle_s
    while not stopping.is_set():
        job = queue.claim()
        if job is not None:
            perform(job)
            done += 1
            leave_at = time.monotonic() + idle_s
        elif _due_soon(queue) or time.monotonic() < leave_at:
            stopping.wait(POLL_S)
        else:
            break
    return done


def _due_soon(queue: JobQueue) -> bool:
    """Whether the next job is due so soon that the worker waits for it."""
    due = queue.due_in()
    return due is not None and due <= LINGER_S
