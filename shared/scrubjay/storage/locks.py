"""Advisory file locks between processes, held as long as the block runs."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _acquire(descriptor: int, wait: bool) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _acquire(descriptor: int, wait: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True


@contextmanager
def file_lock(path: Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold an exclusive lock on a file, made if missing; yields False when another process has it.

    The kernel drops the lock when the process ends, however it ends.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        yield _acquire(descriptor, wait)
    finally:
        os.close(descriptor)
