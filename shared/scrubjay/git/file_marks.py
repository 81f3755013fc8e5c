"""Marks of files and folders: inode, times and size, by which a change since then shows."""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass

from scrubjay.git.refs import RACY_NS

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
