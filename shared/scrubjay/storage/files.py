"""Bounded reads of a regular file, without blocking on a pipe, by links only where a name says so; marks of files."""

import errno
import os
import stat
import time
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from scrubjay.model.frozen import dataclass

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
            return stream.read(most) if os.fstat(stream.fileno()).st_size <= most else None
        except OSError:
            return None


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


_Mark = tuple[int, int, int, int]
_NONE: _Mark = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class FileMarks:
    """What some paths led to at one moment; a path that led nowhere counts as well."""

    marks: tuple[tuple[str, _Mark], ...]

    @classmethod
    def of(cls, paths: Iterable[str]) -> "FileMarks":
        """The marks of some paths now. Raises OSError where one can't be looked at."""
        return cls(tuple((path, _mark(path)) for path in paths))

    def stand(self) -> bool:
        """Whether nothing changed since."""
        try:
            return all(_mark(path) == mark for path, mark in self.marks)
        except OSError:
            return False

    def settled(self, racy_ns: int = RACY_NS) -> bool:
        """Whether every further change will show: two changes within one tick of the clock look like one."""
        newest = max((max(mark[1], mark[2]) for _, mark in self.marks), default=0)
        return newest + racy_ns < time.time_ns()


def _mark(path: str) -> _Mark:
    try:
        info = os.stat(path)  # noqa: PTH116 - twice as fast as a Path's
    except (FileNotFoundError, NotADirectoryError):
        return _NONE
    return info.st_ino, info.st_mtime_ns, info.st_ctime_ns, info.st_size
