"""HEAD and the refs of a worktree, read from their files; git is asked where these don't tell."""

import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.git.clone_state import AMBIGUOUS, BASES, LONGEST, PackedRefs, packed_refs
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.pattern import OBJECT_ID, pattern
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.storage.files import read_regular

if TYPE_CHECKING:
    from scrubjay.git.worktree import Worktree


MOST_LOOSE = 100
"""Branches whose refs are read; with more git is the fallback."""

_BRANCH = pattern(r"ref: (refs/heads/[^\x00-\x20\x7f~^:?*\[\\]+)\n?")
_REMOTE_HEAD = "refs/remotes/origin/HEAD"
_REMOTE = pattern(r"ref: (refs/remotes/origin/([^\x00-\x20\x7f~^:?*\[\\]+))\n?")
_OID = pattern(rf"({OBJECT_ID})\n?")
_SHA = pattern(OBJECT_ID)


@dataclass(frozen=True, slots=True)
class Pointer:
    """HEAD: its commit id, and the short name of its branch, empty where it is detached."""

    commit: str
    branch: str


def read_pointer(git_dir: Path, common_dir: Path) -> Pointer | None:
    """HEAD read from its files; None where git must be asked.

    git is needed for a branch without commits, a chain of symbolic refs, refs stored in another format than files,
    an ambiguous name, and wherever objects are replaced. Files are read at each call, except for packed-refs, which git
    replaces as a whole.
    """
    text = _read_git_file(git_dir / "HEAD")
    named = _BRANCH.fullmatch(text)
    ref = named[1] if named else ""
    loose = _read_git_file(common_dir / ref) if ref and ".." not in ref else text
    packed = packed_refs(common_dir)  # after the loose ref: git packs a ref before it deletes the file
    if packed is None or (common_dir / "refs" / "replace").exists() or _ambiguous(ref, git_dir, common_dir, packed):
        return None
    match = _OID.fullmatch(loose)
    commit = match[1] if match else packed.get(ref, "") if not loose else ""
    return Pointer(commit, ref.removeprefix("refs/heads/")) if commit else None


def base_fingerprint(common_dir: Path) -> tuple[str, ...] | None:
    """The contents of the base branch's ref files: while equal, so is `base_commit`. None: git must be asked.

    git is needed for refs stored in another format than files, and for symbolic refs.
    """
    remote = _read_git_file(common_dir / _REMOTE_HEAD)
    named = _REMOTE.fullmatch(remote)
    if (remote and (named is None or ".." in remote)) or (common_dir / "reftable").exists():
        return None
    places = ("heads", "remotes/origin")
    names = (
        (f"refs/heads/{named[2]}", named[1])
        if named
        else tuple(f"refs/{place}/{name}" for place in places for name in BASES)
    )
    loose = [_read_git_file(common_dir / name) for name in names]
    packed = packed_refs(common_dir)  # after the loose refs: git packs a ref before it deletes the file
    if packed is None or any(text and not _OID.fullmatch(text) for text in loose):
        return None
    commits = (text.strip() or packed.get(name, "") for text, name in zip(loose, names, strict=True))
    return (remote, packed.get(_REMOTE_HEAD, ""), *commits)


def branches_state(git_dir: Path, common_dir: Path) -> tuple[object, ...] | None:
    """A value that changes with the local branches; None where git must be asked, as for ambiguous names.

    git is needed for refs stored in another format than files, for symbolic refs, ambiguous names and many branches.
    """
    top = common_dir / "refs" / "heads"
    loose: dict[str, str] = {}
    for folder, _, names in os.walk(top):
        if len(loose) + len(names) > MOST_LOOSE:
            return None
        for name in names:
            path = Path(folder, name)
            loose[path.relative_to(common_dir).as_posix()] = _read_git_file(path)
    packed = packed_refs(common_dir)  # after the loose refs: git packs a ref before it deletes the file
    if packed is None or (common_dir / "reftable").exists() or not all(map(_OID.fullmatch, loose.values())):
        return None
    heads = {*loose, *(name for name in packed if name.startswith("refs/heads/"))}
    if len(heads) > MOST_LOOSE or any(_ambiguous(name, git_dir, common_dir, packed) for name in heads):
        return None
    return (tuple(sorted(loose.items())), packed)


def _ambiguous(ref: str, git_dir: Path, common_dir: Path, packed: PackedRefs) -> bool:
    """Whether the branch's short name also names another ref, or packed refs replace objects."""
    if packed.replaces:
        return True
    if not ref:
        return False
    name = ref.removeprefix("refs/heads/")
    others = [form.format(name) for form in AMBIGUOUS]
    if any(other in packed or os.path.isfile(f"{common_dir}/{other}") for other in others):  # noqa: PTH113 - quicker
        return True
    return git_dir != common_dir and os.path.isfile(f"{git_dir}/{name}")  # noqa: PTH113


def _read_git_file(path: Path, most: int = LONGEST) -> str:
    """The text of a small git file; empty if missing, "?" if it isn't a plain text file."""
    data = read_regular(path, most)
    if data is None:
        return "?" if os.path.lexists(path) else ""
    return data.decode("ascii") if data.isascii() else "?"


_NAMED = ("rebase-merge/head-name", "rebase-apply/head-name")
_BISECT = "BISECT_START"
_HEADS = "refs/heads/"


def branch_in_progress(git_dir: Path) -> str:
    """The branch that git checks out when the operation in progress ends or is aborted; empty where there is none."""
    for name in _NAMED:
        if ref := _stripped_text(git_dir / name):
            return ref.removeprefix(_HEADS) if ref.startswith(_HEADS) else ""
    ref = _stripped_text(git_dir / _BISECT).removeprefix(_HEADS)
    return "" if _SHA.fullmatch(ref) else ref


def _stripped_text(file: Path) -> str:
    """The beginning of a file as text without blanks at its ends; empty if it can't be read."""
    try:
        with file.open("rb") as stream:
            return stream.read(LONGEST).decode("utf-8", "backslashreplace").strip()
    except OSError:
        return ""


LONGEST_COMMIT = 100_000
"""Bytes of a commit object that are read for its tree and date, which precede its message."""


@dataclass(frozen=True, slots=True)
class Head:
    """A position in history: ids of commit and tree (empty without commits), branch, and the committer's date.

    `branch` is the short name, as it may be shown; during a rebase or bisect that of the branch it returns to;
    otherwise "detached:<commit>". `committed_at` is ISO 8601 in UTC; empty without a commit or without a readable date.
    """

    commit: str
    tree: str
    branch: str
    committed_at: str


def head(git: Git) -> Head:
    """The worktree's current HEAD.

    Where the worktree is held, HEAD and its ref are read from their files, and only a commit that is new asks git.
    """
    if git.worktree is None:
        return _head_by_git(git)
    worktree = git.worktree
    read = worktree.lasting("head", lambda: _read_head(git, worktree))
    return read or worktree.once("head", lambda: _head_by_git(git))


def current_pointer(worktree: "Worktree") -> Pointer | None:
    """HEAD of a worktree; see `read_pointer`."""
    at = worktree.repository
    return worktree.lasting("pointer", lambda: read_pointer(at.git_dir, at.common_dir))


def base_state(worktree: "Worktree") -> tuple[str, ...] | None:
    """The contents of the base branch's ref files; see `base_fingerprint`."""
    return worktree.lasting("base", lambda: base_fingerprint(worktree.repository.common_dir))


def _read_head(git: Git, worktree: "Worktree") -> Head | None:
    """HEAD as read from files; None where git must be asked."""
    git_dir = worktree.repository.git_dir
    pointer = current_pointer(worktree)
    if pointer is None:
        return None
    position = describe(git, pointer.commit, branch=pointer.branch or branch_in_progress(git_dir))
    return position if position.commit else None


def _head_by_git(git: Git) -> Head:
    """HEAD as git tells it."""
    code, name = git.answer("symbolic-ref", "--quiet", "--short", "HEAD")
    if code == 0:
        branch = name.decode("utf-8", "backslashreplace").strip()
    else:
        folder = git.answer("rev-parse", "--absolute-git-dir")[1].decode("utf-8", "surrogateescape").rstrip("\n")
        branch = branch_in_progress(Path(folder)) if folder else ""
    return describe(git, "HEAD", branch=branch)


def describe(git: Git, commit: str, *, branch: str) -> Head:
    """The position of a commit (an id or "HEAD"); without a branch it is detached."""
    if git.worktree is None or not _SHA.fullmatch(commit):
        position = _described(git, commit)
    else:
        position = git.worktree.answer(("commit", commit), tuple, lambda: _described(git, commit), _has_commit)
    return replace(position, branch=shown(branch) or f"detached:{position.commit}")


def _has_commit(position: Head) -> bool:
    """Whether a position has a commit."""
    return bool(position.commit)


def _described(git: Git, commit: str) -> Head:
    """The position of a commit without its branch."""
    from scrubjay.git.message import parse_commit  # lazy: a hook takes HEAD from git's status

    listed = git.fields(
        "rev-list", "--header", "--encoding=none", "-1", "--no-walk", "--end-of-options", commit, "--", ok=range(256),
        longest=LONGEST_COMMIT,
    )  # fmt: skip
    named, _, content = next(iter([*listed]), b"").partition(b"\n")
    if not content:
        return Head("", "", "", "")
    sha, parsed = named.decode("ascii", "replace"), parse_commit(content)
    return Head(sha, parsed.tree, "", "" if parsed.seconds is None else utc(parsed.seconds))


def utc(seconds: int) -> str:
    """Seconds since the epoch as ISO 8601 in UTC; a date outside the calendar becomes the nearest valid one."""
    seconds = max(0, min(seconds, 253_402_300_799))
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19] + "Z"


def local(seconds: int, minutes_east: int) -> str:
    """A git timestamp as ISO 8601 in its author's time zone; UTC if the offset is more than a day."""
    zone = timezone(timedelta(minutes=minutes_east)) if abs(minutes_east) < 24 * 60 else UTC
    return datetime.fromtimestamp(max(86_400, min(seconds, 253_402_214_400)), zone).isoformat(timespec="seconds")


NOTE = "git shows replaced objects (git replace, grafts); here is what is stored"
"""What a first line says of it."""


def replaced_note(git: Git, repository: Repository) -> str:
    """The note where objects of a clone are replaced, otherwise empty.

    By its files, at each call; git is asked only where refs are stored in another format than files.
    """
    if git.worktree is None:
        return _replaced_note(git, repository.common_dir)
    grafts, worktree = repository.common_dir / "info" / "grafts", git.worktree
    found = worktree.lasting("replaced", lambda: _are_replaced(git, repository.common_dir))
    return NOTE if found or worktree.once("grafts", lambda: _is_filled(grafts)) else ""


def _replaced_note(git: Git, common: Path) -> str:
    """The note that objects of a clone are replaced, or grafts are used; empty otherwise."""
    return NOTE if _are_replaced(git, common) or _is_filled(common / "info" / "grafts") else ""


def _are_replaced(git: Git, common: Path) -> bool:
    """Whether a clone has refs that replace objects."""
    packed = packed_refs(common)
    if packed is None or (common / "reftable").exists():
        return bool(git.answer("for-each-ref", "--count=1", "--format=x", "refs/replace")[1])
    return _has_files(common / "refs" / "replace") or packed.replaces


def _has_files(folder: Path) -> bool:
    """Whether a folder has any entry; git leaves the folder of replacements behind when it is empty."""
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is not None
    except OSError:
        return False


def _is_filled(file: Path) -> bool:
    """Whether a file exists and isn't empty."""
    try:
        return file.stat().st_size > 0
    except OSError:
        return False
