"""State of a clone, as its files tell: HEAD, refs and packs, and where its history is cut off."""

import os
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.worktree import GitFolders
from scrubjay.storage.files import NOWHERE, FileMarks, Looks, is_racy, read_regular

LONGEST = 4096
"""Bytes of HEAD, a ref or a branch in progress that are read; they hold one line."""

BASES = ("main", "master", "trunk")
"""Names of the base branch where no remote names its default."""

AMBIGUOUS = ("{}", "refs/{}", "refs/tags/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
"""What the short name of a branch might mean as well."""

MOST_REFS = 5_000
"""Loose refs that are looked through; a clone with more should pack them."""

_FILES = ("config", "packed-refs", "shallow", "objects/pack")
_OWN_FILES = ("HEAD", "FETCH_HEAD", "config.worktree")
_ELSEWHERE = ("reftable", "objects/info/alternates")
"""What has refs or objects of which the files here don't tell."""


def packed_at(repository: Repository) -> float:
    """When a pack was last added or removed, in seconds since 1970; 0 if unknown."""
    try:
        return (repository.common_dir / "objects" / "pack").stat().st_mtime
    except OSError:
        return 0.0


def clone_state(repository: GitFolders, looks: Looks) -> FileMarks | None:
    """Marks of the clone's files that change with every ref; None where they might miss a change.

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
        return FileMarks.of([*map(str, files), *folders], looks)
    except OSError:
        return None


_IN_PROGRESS = ("rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START")
_BASES = tuple(f"refs/{place}/{name}" for place in ("heads", "remotes/origin") for name in BASES)
_REMOTE_HEAD = "refs/remotes/origin/HEAD"


def worktree_marks(at: GitFolders, looks: Looks) -> FileMarks | None:
    """Marks of all files that a worktree's cached answers depend on; None where they might miss a change.

    None where they wouldn't, as where a ref leads to another ref. Each file is looked at before it is read, and a name
    that isn't there by its folder, so that these are fewer than the places where git would look.
    """
    own, common = str(at.git_dir), str(at.common_dir)
    try:
        state = clone_state(at, looks)
        ref, remote = _ref_in(f"{own}/HEAD", looks), _ref_in(f"{common}/{_REMOTE_HEAD}", looks)
        if state is None or ref is None or remote is None:
            return None
        branch = ref.removeprefix("refs/heads/")
        names = (*_BASES, ref, remote, remote.replace("remotes/origin", "heads", 1))
        others = [form.format(branch) for form in AMBIGUOUS]
        return FileMarks.vouching(
            (own, common, *(path for path, _ in state.marks), *(f"{common}/{name}" for name in (*names, *others)),
             f"{own}/{branch}", *(f"{own}/{name}" for name in _IN_PROGRESS)),
            looks,
        )  # fmt: skip
    except OSError:
        return None


def _ref_in(file: str, looks: Looks) -> str | None:
    """The ref that a file points to; empty if it points to none, None if it can't be read."""
    text = read_regular(Path(file), LONGEST) if looks[file] is not NOWHERE else b""
    if text is None or not text.isascii() or b".." in text or b"\0" in text:
        return None
    return text[5:].decode("ascii").rstrip("\n") if text.startswith(b"ref: ") else ""


def _folders(path: Path, left: Iterator[int]) -> Iterator[str]:
    """A folder and all folders below it. Raises OSError for too many, or a link."""
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
    """The packed refs of a clone: each name with its id."""

    @cached_property
    def replaces(self) -> bool:
        """Whether any of the packed refs replaces an object."""
        return any(name.startswith("refs/replace/") for name in self)


def packed_refs(common_dir: Path) -> PackedRefs | None:
    """The packed refs of a clone with their ids; None where git must be asked."""
    return _read_packed_refs(common_dir / "packed-refs")


def _read_packed_refs(path: Path) -> PackedRefs | None:
    """The packed refs in a file; None if there are too many, or it isn't plain text."""
    try:
        now = path.stat()
    except FileNotFoundError:
        return PackedRefs()
    except OSError:
        return None
    if now.st_size > MOST_PACKED:
        return None
    state = (now.st_size, now.st_dev, now.st_ino, now.st_mtime_ns, now.st_ctime_ns)
    return _parse_packed_refs.__wrapped__(path, state) if is_racy(now) else _parse_packed_refs(path, state)


@lru_cache(maxsize=16)
def _parse_packed_refs(path: Path, state: tuple[int, ...]) -> PackedRefs | None:
    """Parse a packed-refs file; its state is part of the cache key, so that a new file is parsed."""
    data = read_regular(path, MOST_PACKED)
    if data is None or not data.isascii():
        return None
    lines = [line for line in data.decode("ascii").split("\n") if line[:1] not in ("", "#", "^")]
    refs = PackedRefs((pair[1], pair[0]) for line in lines if len(pair := line.split(" ", 1)) == 2)
    return refs if refs or not lines else None


def shallow_commits(git: Git) -> frozenset[str]:
    """The commits whose parents a shallow clone lacks; none where the history is whole, or git fails."""
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
    if not commit or not (missing := shallow_commits(git)):
        return ""
    code, out = git.answer("log", "--max-parents=0", "--format=%H %cs", "--end-of-options", commit, "--")
    lines = (line.split() for line in out.decode("ascii", "replace").splitlines() if code == 0)
    return max((day for sha, day in lines if sha in missing), default="")


def cut_off_note(git: Git, commit: str) -> str:
    """The note that the history is cut off; empty where it is whole."""
    day = cut_off(git, commit)
    return f"shallow clone: history before {day} is not here" if day else ""
