"""Filter of paths: a file, a folder or a glob, as people write it. Pure."""

from __future__ import annotations

from typing import Final

from scrubjay.knowledge.documents.selection import Glob

MAX_PATH: Final = 4096
"""Characters of a path or glob that are looked at, as in PATH_MAX."""

_WILD: Final = frozenset("*?[")


class PathFilter:
    """A file, a folder or a glob."""

    def __init__(self, written: str) -> None:
        self._path = plain(written)
        self._glob = Glob.of(self._path) if is_wild(self._path) else None

    def holds(self, path: str) -> bool:
        """Whether a path is the file, lies below the folder, or fits the glob."""
        if self._glob:
            return self._glob.matches(path.lower().split("/"))
        return path == self._path or path.startswith(f"{self._path}/")


def is_wild(path: str) -> bool:
    """Whether a path is a glob."""
    return bool(_WILD & set(path))


def plain(text: str) -> str:
    """A path or phrase that SQLite can take: arguments of a process may hold lone surrogates."""
    return text[:MAX_PATH].replace("\0", " ").encode("utf-8", "replace").decode("utf-8").strip("/")
