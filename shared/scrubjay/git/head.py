"""Where does the worktree stand? HEAD's commit, tree and branch."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from scrubjay.git.onto import branch_at_work
from scrubjay.git.process import Git

LONGEST = 100_000
"""Bytes of a commit object that are read for its tree and date, which stand before its message."""


@dataclass(frozen=True, slots=True)
class Head:
    """A position: commit and tree ids (empty in a repository without commits), branch, committer date.

    `branch` is the short name, during a rebase or bisect that of the branch that it comes back to, or else
    "detached:<commit>". `committed_at` is ISO 8601 in UTC, empty without a commit, and where the commit
    has no date that can be read.
    """

    commit: str
    tree: str
    branch: str
    committed_at: str


def head(git: Git) -> Head:
    """HEAD of the worktree now."""
    code, name = git.answer("symbolic-ref", "--quiet", "--short", "HEAD")
    if code == 0:
        branch = name.decode("utf-8", "backslashreplace").strip()
    else:
        folder = git.answer("rev-parse", "--absolute-git-dir")[1].decode("utf-8", "surrogateescape").rstrip("\n")
        branch = branch_at_work(Path(folder)) if folder else ""
    return describe(git, "HEAD", branch=branch)


def describe(git: Git, commit: str, *, branch: str) -> Head:
    """The position of a commit (an id or "HEAD"); without a branch it counts as detached."""
    from scrubjay.git.message import read  # late: a hook takes HEAD from git's status

    listed = git.fields(
        "rev-list", "--header", "--encoding=none", "-1", "--no-walk", "--end-of-options", commit, "--", ok=range(256),
        longest=LONGEST,
    )  # fmt: skip
    named, _, content = next(iter([*listed]), b"").partition(b"\n")
    if not content:
        return Head("", "", branch or "detached:", "")
    sha, said = named.decode("ascii", "replace"), read(content)
    return Head(sha, said.tree, branch or f"detached:{sha}", "" if said.seconds is None else utc(said.seconds))


def utc(seconds: int) -> str:
    """Seconds since the epoch as ISO 8601 in UTC; a date that no calendar holds becomes the nearest one."""
    seconds = max(0, min(seconds, 253_402_300_799))
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19] + "Z"
