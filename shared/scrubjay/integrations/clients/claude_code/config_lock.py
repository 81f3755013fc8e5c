"""Lock against concurrent writes of Claude Code's file: the folder that it uses as a lock itself."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STALE_S = 10.0
"""A lock that wasn't touched for so long is stale (the default of the lock library in 2.1.329)."""

WAIT_S = 2.0
POLL_S = 0.02


@contextmanager
def config_lock(file: Path) -> Iterator[None]:
    """Hold `<file>.lock` while the block runs.

    After two seconds it continues without the lock: the file is written only if it is still as the plan saw it.
    """
    lock = file.with_name(file.name + ".lock")
    acquired = _take(lock)
    try:
        yield
    finally:
        if acquired:
            _remove(lock)


def _take(lock: Path) -> bool:
    give_up = time.monotonic() + WAIT_S
    while time.monotonic() < give_up:
        try:
            lock.mkdir()
        except FileExistsError:
            if _age(lock) > STALE_S:
                _remove(lock)
            else:
                time.sleep(POLL_S)
        except OSError:
            return False
        else:
            return True
    return False


def _age(lock: Path) -> float:
    try:
        return time.time() - lock.stat().st_mtime
    except OSError:
        return 0.0


def _remove(lock: Path) -> None:
    try:
        lock.rmdir()
    except OSError:
        return
