"""HEAD of a worktree: its commit, tree, branch and date; also while a rebase or bisect holds it detached."""

import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.git.refs import branch_in_progress, read_pointer
from scrubjay.model.frozen import dataclass, replace
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.text.hexadecimal import OBJECT_ID

if TYPE_CHECKING:
    from scrubjay.git.worktree import Worktree


_SHA = re.compile(OBJECT_ID)
LONGEST = 100_000
"""Bytes of a commit object that are read for its tree and date, which precede its message."""


@dataclass(frozen=True, slots=True)
class Head:
    """A position: commit and tree ids (empty in a repository without commits), branch, committer date.

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
    return (_read_head(git, git.worktree) if git.worktree else None) or _asked_head(git)


def _read_head(git: Git, worktree: "Worktree") -> Head | None:
    """HEAD as its files tell; None where only git can."""
    git_dir = worktree.repository.git_dir
    pointer = read_pointer(git_dir, worktree.repository.common_dir)
    if pointer is None:
        return None
    position = describe(git, pointer.commit, branch=pointer.branch or branch_in_progress(git_dir))
    return position if position.commit else None


def _asked_head(git: Git) -> Head:
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
        position = git.worktree.answer(("commit", commit), tuple, lambda: _described(git, commit), _exists)
    return replace(position, branch=shown(branch) or f"detached:{position.commit}")


def _exists(position: Head) -> bool:
    return bool(position.commit)


def _described(git: Git, commit: str) -> Head:
    """The position of a commit without its branch."""
    from scrubjay.git.message import parse_commit  # lazy: a hook takes HEAD from git's status

    listed = git.fields(
        "rev-list", "--header", "--encoding=none", "-1", "--no-walk", "--end-of-options", commit, "--", ok=range(256),
        longest=LONGEST,
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
    """The same as the clock of its author showed it, with the offset; one beyond a day counts as none."""
    zone = timezone(timedelta(minutes=minutes_east)) if abs(minutes_east) < 24 * 60 else UTC
    return datetime.fromtimestamp(max(86_400, min(seconds, 253_402_214_400)), zone).isoformat(timespec="seconds")
