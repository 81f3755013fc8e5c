"""Advisory file locks between processes, held for the duration of a `with` block."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _acquire(descriptor: int, wait: bool, shared: bool = False) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _acquire(descriptor: int, wait: bool, shared: bool = False) -> bool:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


PAUSE_S = 0.002
ASKING_S = 0.1
"""Seconds to wait out processes that only test the lock: each holds it for microseconds."""


@contextmanager
def file_lock(path: Path, *, wait: bool = False, patience_s: float = 0.0) -> Iterator[bool]:
    """Hold an exclusive lock on a file, created if missing; yields False when another process has it.

    `patience_s`: how long to try before giving up; ASKING_S where others may be testing it. The kernel drops the lock
    when the process ends, however it ends.
    """
    descriptor = _open(path)
    try:
        until = time.monotonic() + patience_s
        while not (acquired := _acquire(descriptor, wait)) and time.monotonic() < until:
            time.sleep(PAUSE_S)
        yield acquired
    finally:
        os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock. Concurrent tests are safe; nothing is created or needs to be writable."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return False
    try:
        return not _acquire(descriptor, wait=False, shared=True)
    finally:
        os.close(descriptor)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
