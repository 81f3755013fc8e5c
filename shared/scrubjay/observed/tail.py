"""Which lines does a transcript end with? From its end, within a number of bytes; a link or a pipe is no transcript."""

import os
import stat
from pathlib import Path
from typing import Final

MOST: Final = 16 << 20
"""Bytes that are read of a session."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def last_lines(file: Path, most: int) -> tuple[list[bytes], bool] | None:
    """The last whole lines within `most` bytes, and whether they are all; None where the file can't be read."""
    try:
        descriptor = os.open(file, _FLAGS)
    except (OSError, ValueError):
        return None
    with os.fdopen(descriptor, "rb") as stream:
        said = os.fstat(stream.fileno())
        if not stat.S_ISREG(said.st_mode) or said.st_nlink != 1:
            return None
        skipped = max(0, said.st_size - most)
        stream.seek(skipped)
        lines = stream.read(most).split(b"\n")
    return lines[1 if skipped else 0 : -1], not skipped
