"""May a file be read as a transcript? A link or a pipe is none."""

import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

MOST: Final = 16 << 20
"""Bytes that are read of a session."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def opened(file: Path) -> BinaryIO | None:
    """A file to read from; None where it can't be read, or is no regular file of one name."""
    try:
        descriptor = os.open(file, _FLAGS)
    except (OSError, ValueError):
        return None
    stream = os.fdopen(descriptor, "rb")
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode) and status.st_nlink == 1:
        return stream
    stream.close()
    return None
