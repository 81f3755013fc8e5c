"""State of a clone, as its files tell: HEAD, refs and packs, and where its history is cut off."""

import os
import time
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.frozen import dataclass
from scrubjay.storage.files import RACY_NS, is_racy, read_regular

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


MOST_REFS = 5_000
"""Loose refs that are looked through; a clone with more should pack them."""

_FILES = ("config", "packed-refs", "shallow", "objects/pack")
_OWN_FILES = ("HEAD", "FETCH_HEAD", "config.worktree")
_ELSEWHERE = ("reftable", "objects/info/alternates")
"""What has refs or objects of which the files here don't tell."""


def packed_at(repository: Repository) -> float:
    """When a pack last came or went, in seconds since 1970; 0 where that can't be told."""
    try:
        return (repository.common_dir / "objects" / "pack").stat().st_mtime
    except OSError:
        return 0.0


def clone_state(repository: Repository) -> FileMarks | None:
    """The marks of a worktree's clone; None where they wouldn't tell every change of a ref.

    git replaces a ref's file, which changes the time of its folder. Loose objects that come or go without a ref, a
    pack or a fetch aren't told: nothing but a citation of a commit that no branch has depends on them.
    """
    own, common = repository.git_dir, repository.common_dir
    try:
        if any(os.path.lexists(common / name) for name in _ELSEWHERE):
            return None
        left = iter(range(MOST_REFS))
        folders = [path for top in dict.fromkeys((common, own)) for path in _folders(top / "refs", left)]
        files = (*(own / name for name in _OWN_FILES), *(common / name for name in _FILES))
        return FileMarks.of([*map(str, files), *folders])
    except OSError:
        return None


def _folders(path: Path, left: Iterator[int]) -> Iterator[str]:
    """A folder and those in it. Raises OSError where there is too much to look through, or a link."""
    yield str(path)
    if not path.is_dir():
        return
    for entry in os.scandir(path):
        if next(left, None) is None or entry.is_symlink():
            raise OSError
        if entry.is_dir():
            yield from _folders(path / entry.name, left)


MOST_PACKED = 4_000_000
"""Bytes of packed-refs that are read; for more refs git is the fallback."""


class PackedRefs(dict[str, str]):
    """The packed refs of a clone with their ids; `replaces`: some of them replace objects."""

    @cached_property
    def replaces(self) -> bool:
        return any(name.startswith("refs/replace/") for name in self)


def packed_refs(common_dir: Path) -> PackedRefs | None:
    """The packed refs of a clone with their ids; None where only git can tell."""
    return _packed(common_dir / "packed-refs")


def _packed(path: Path) -> PackedRefs | None:
    """The packed refs with their ids; None where there are too many, or the file is no text."""
    try:
        now = path.stat()
    except FileNotFoundError:
        return PackedRefs()
    except OSError:
        return None
    if now.st_size > MOST_PACKED:
        return None
    state = (now.st_size, now.st_dev, now.st_ino, now.st_mtime_ns, now.st_ctime_ns)
    return _parsed.__wrapped__(path, state) if is_racy(now) else _parsed(path, state)


@lru_cache(maxsize=16)
def _parsed(path: Path, state: tuple[int, ...]) -> PackedRefs | None:
    """Parse a packed-refs file; its state is part of the cache key, so that a new file is parsed."""
    data = read_regular(path, MOST_PACKED)
    if data is None or not data.isascii():
        return None
    lines = [line for line in data.decode("ascii").split("\n") if line[:1] not in ("", "#", "^")]
    refs = PackedRefs((pair[1], pair[0]) for line in lines if len(pair := line.split(" ", 1)) == 2)
    return refs if refs or not lines else None


def borders(git: Git) -> frozenset[str]:
    """The commits whose parents are missing; none where the history is whole, or git can't say."""
    code, out = git.answer(
        "rev-parse", "--is-shallow-repository", "--path-format=absolute", "--git-path", "shallow"
    )  # fmt: skip
    answer, _, path = out.decode("utf-8", "surrogateescape").strip("\n").partition("\n")
    if code != 0 or answer != "true":
        return frozenset()
    try:
        return frozenset(Path(path).read_text("ascii").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()


def cut_off(git: Git, commit: str) -> str:
    """The day (ISO 8601) before which ancestors of a commit may be missing; empty where the history is whole."""
    if not commit or not (missing := borders(git)):
        return ""
    code, out = git.answer("log", "--max-parents=0", "--format=%H %cs", "--end-of-options", commit, "--")
    lines = (line.split() for line in out.decode("ascii", "replace").splitlines() if code == 0)
    return max((day for sha, day in lines if sha in missing), default="")


def cut_off_note(git: Git, commit: str) -> str:
    """What a first line says of a history that is cut off; empty where it is whole."""
    day = cut_off(git, commit)
    return f"shallow clone: history before {day} is not here" if day else ""
