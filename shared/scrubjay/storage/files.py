"""Bounded reads of a regular file, without blocking on a pipe, by links only where a name says so; is it racy?"""

import errno
import os
import stat
import time
from pathlib import Path
from typing import BinaryIO

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


RACY_NS = 2_000_000_000
"""Age of a file in nanoseconds below which its state isn't trusted: file systems tick in up to two seconds."""


def open_regular(path: Path) -> BinaryIO | None:
    """A regular file to read from; None where there is none, or it can't be read."""
    try:
        stream = os.fdopen(os.open(path, _FLAGS), "rb")
    except (OSError, ValueError):
        return None
    if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        return stream
    stream.close()
    return None


def read_regular(path: Path, most: int) -> bytes | None:
    """The bytes of a regular file; None where there is none, it is larger than `most`, or it can't be read."""
    stream = open_regular(path)
    if stream is None:
        return None
    with stream:
        try:
            data = stream.read(most + 1)
        except OSError:
            return None
    return data if len(data) <= most else None


def read_linked(path: Path, most: int) -> bytes | None:
    """The bytes of a file that links may lead to; None where there is none.

    Raises OSError where it can't be read, is larger than `most`, or isn't a regular file.
    """
    try:
        descriptor = os.open(path, _FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return None
    try:
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode) or info.st_size > most:
            raise OSError(errno.EFBIG, "not a file of the expected size", str(path))
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


def is_racy(info: os.stat_result) -> bool:
    """Whether a file was changed so lately that a further change might leave its state as it is."""
    return time.time_ns() - max(info.st_mtime_ns, info.st_ctime_ns) < RACY_NS
