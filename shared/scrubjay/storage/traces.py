"""Which files below some folders still hold some bytes? Read as they are: free pages, logs and copies included."""

import mmap
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileTraces:
    """A file that holds some of the sought bytes: how many of the probes."""

    path: Path
    probes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceSearch:
    """What a search through files found. `unread` are files that couldn't be read, so that nothing is known of them."""

    files: int
    size: int
    found: tuple[FileTraces, ...] = ()
    unread: tuple[Path, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether every file was read, and none holds any of the bytes."""
        return not self.found and not self.unread


def find_traces(folders: Sequence[Path], probes: Sequence[bytes]) -> TraceSearch:
    """Read every regular file below the folders, links aside, and look for each of the probes in it."""
    files = size = 0
    found: list[FileTraces] = []
    unread: list[Path] = []
    for path in _files(folders):
        try:
            length, hits = _hits(path, probes)
        except OSError:
            if path.exists():
                unread.append(path)
            continue
        files, size = files + 1, size + length
        if hits:
            found.append(FileTraces(path, hits))
    return TraceSearch(files=files, size=size, found=tuple(found), unread=tuple(unread))


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                path = Path(place, name)
                if path.is_file() and not path.is_symlink():
                    yield path


def _hits(path: Path, probes: Sequence[bytes]) -> tuple[int, int]:
    with path.open("rb") as stream:
        length = os.fstat(stream.fileno()).st_size
        if not length:
            return 0, 0
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return length, sum(1 for probe in probes if content.find(probe) >= 0)
