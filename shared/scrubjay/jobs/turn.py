"""Whose turn is it? One process per home works through the queue: whoever holds the lock."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from scrubjay.queue.job import Job
from scrubjay.queue.jobs import JobQueue
from scrubjay.queue.spawn import LOCK_NAME
from scrubjay.storage.locks import ASKING_S, file_lock

IDLE_S = 1.0
"""How long an idle worker stays: a burst of commits finds it still there, and no daemon is left behind."""

LINGER_S = 5.0
"""A job that is due so soon is waited for."""

POLL_S = 0.1

Perform = Callable[[Job], None]
"""Does one job and tells the queue how it went."""


def take_turns(
    home: Path, queue: JobQueue, perform: Perform, stopping: threading.Event, *, idle_s: float = IDLE_S
) -> int:
    """Work until nothing is due; returns how many jobs were done. 0 at once when another process is at it.

    A job that comes while the lock is being let go isn't lost: whoever writes it tries the lock afterwards, and here
    the queue is read once more after the lock is free. kill -9 loses nothing: the next holder opens the claims again.
    """
    done = 0
    while True:
        with file_lock(home / LOCK_NAME, patience_s=ASKING_S) as mine:
            if not mine:
                return done
            queue.reset()
            done += _drain(queue, perform, stopping, idle_s)
        if stopping.is_set() or not _due_soon(queue):
            return done


def _drain(queue: JobQueue, perform: Perform, stopping: threading.Event, idle_s: float) -> int:
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
    due = queue.due_in()
    return due is not None and due <= LINGER_S
