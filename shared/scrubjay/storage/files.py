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
    """A regular file opened for reading; None where there is none, or it can't be read."""
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
    """The bytes of a file, also through links; None where there is no file.

    Raises OSError where it can't be read, is larger than `most`, or isn't a regular file.
    """
    try:
        descriptor = os.open(path, _FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return None
    try:
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode) or info.st_size > most:
            raise OSError(errno.EFBIG, "no regular file, or larger than expected", str(path))
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


def is_racy(info: os.stat_result) -> bool:
    """Whether a file was changed so recently that another change might leave its times and size equal."""
    return time.time_ns() - max(info.st_mtime_ns, info.st_ctime_ns) < RACY_NS


Mark = tuple[int, int, int, int, int]
"""Device, inode, mtime, ctime and size."""

NOWHERE: Mark = (0, 0, 0, 0, 0)


class Looks(dict[str, Mark]):
    """The states of paths as first looked at; each path is looked at once.

    Whoever reads a file looks at it first, so that a later change shows in its mark. Raises OSError for a path that
    can't be looked at.
    """

    def __init__(self, racy_ns: int = RACY_NS) -> None:
        super().__init__()
        self.settled_ns = time.time_ns() - racy_ns
        """What changed later may change once more without another mark: file systems tick."""

    def __missing__(self, path: str) -> Mark:
        try:
            info = os.stat(path)  # noqa: PTH116 - twice as fast as a Path's
        except (FileNotFoundError, NotADirectoryError):
            mark = NOWHERE
        else:
            mark = (info.st_dev, info.st_ino, info.st_mtime_ns, info.st_ctime_ns, info.st_size)
        self[path] = mark
        return mark

    def are_settled(self, marks: Iterable[Mark]) -> bool:
        """Whether each later change will show in the marks."""
        return max((max(mark[2], mark[3]) for mark in marks), default=0) < self.settled_ns


@dataclass(frozen=True, slots=True)
class FileMarks:
    """The states of some paths at one moment, missing files included."""

    marks: tuple[tuple[str, Mark], ...]

    @classmethod
    def of(cls, paths: Iterable[str], looks: Looks | None = None) -> "FileMarks":
        """The marks of some paths. Raises OSError where a path can't be looked at."""
        looks = Looks() if looks is None else looks
        return cls(tuple((path, looks[path]) for path in paths))

    @classmethod
    def vouching(cls, paths: Iterable[str], looks: Looks) -> "FileMarks | None":
        """Marks that prove paths unchanged; a missing file is proved by the mark of its nearest existing folder.

        None where a change might not show. Raises OSError.
        """
        there = {place: looks[place] for place in dict.fromkeys(_existing_path(path, looks) for path in paths)}
        return cls(tuple(there.items())) if looks.are_settled(there.values()) else None

    def stand(self, looks: Looks | None = None) -> bool:
        """Whether all paths are still in the state that their marks say."""
        looks = Looks() if looks is None else looks
        try:
            for path, mark in self.marks:
                if looks[path] != mark:
                    return False
        except OSError:
            return False
        return True

    def settled(self, looks: Looks) -> bool:
        """Whether each later change of the paths will show in their marks."""
        return looks.are_settled(mark for _, mark in self.marks)


def _existing_path(path: str, looks: Looks) -> str:
    """The path, or the nearest existing folder above it."""
    while looks[path] is NOWHERE and (above := os.path.dirname(path)) != path:  # noqa: PTH120
        path = above
    return path
