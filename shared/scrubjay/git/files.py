"""Bounded read of a regular file, without following links and without blocking on a pipe."""

import os
import stat
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def read_regular(path: Path, most: int) -> bytes | None:
    """The bytes of a regular file; None where there is none, it is larger than `most`, or it can't be read."""
    try:
        descriptor = os.open(path, _FLAGS)
    except (OSError, ValueError):
        return None
    try:
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode) or info.st_size > most:
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            return stream.read(most)
    except OSError:
        return None
    finally:
        os.close(descriptor)
