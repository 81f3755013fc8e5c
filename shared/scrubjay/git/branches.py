"""Local branches and worktrees of a clone, their own names and their reflog."""

import os
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.head import branches_state
from scrubjay.git.paths import records
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.shown_names import MARK, shown


@dataclass(frozen=True, slots=True)
class Branch:
    """A local branch: name as it may be shown, commit, date of its tip (ISO 8601), subject of its tip."""

    name: str
    commit: str
    date: str
    subject: str


def branches(git: Git, limit: int = 20) -> tuple[Branch, ...]:
    """The local branches, newest tip first; sorted by name where one's tip can't be read."""
    worktree = git.worktree
    if worktree is None:
        return _read_branches(git, limit)
    at = worktree.repository
    return worktree.answer(
        ("branches", limit),
        lambda: branches_state(at.git_dir, at.common_dir),
        lambda: _read_branches(git, limit),
        _all_dated,
    )


def _all_dated(listed: Iterable[Branch]) -> bool:
    """Whether each branch has a date, so that its tip could be read."""
    return all(branch.date for branch in listed)


def _read_branches(git: Git, limit: int) -> tuple[Branch, ...]:
    """Ask git for the local branches, newest tip first; by name where a tip can't be read."""
    count = f"--count={max(1, min(limit, 1000))}"
    form = "%(refname:short)%00%(objectname)%00%(committerdate:iso-strict)%00%(subject)%00"
    listed = git.fields("for-each-ref", count, "--sort=-committerdate", f"--format={form}", "refs/heads")
    try:
        rows = [*records(listed, 4)]
    except GitFailed:
        names = git.fields("for-each-ref", count, "--format=%(refname:short)%00%(objectname)%00", "refs/heads")
        rows = [(name, commit, b"", b"") for name, commit in records(names, 2)]
    texts = ([part.decode("utf-8", "replace").strip() for part in row] for row in rows)
    return tuple(Branch(shown(name), *rest) for name, *rest in texts)


def worktrees(git: Git) -> tuple[Path, ...]:
    """The folders of all worktrees of this clone, the main one first; includes those that were deleted by hand."""
    listed = git.fields("worktree", "list", "--porcelain", "-z")
    return tuple(Path(os.fsdecode(field[9:])) for field in listed if field.startswith(b"worktree "))


def branch_in_git(git: Git, name: str) -> str:
    """A local branch's real name, by the name that is shown; the same unless the shown one is masked."""
    if MARK not in name:
        return name
    listed = git.fields("for-each-ref", "--format=%(refname:lstrip=2)%00", "refs/heads")
    names = (field.decode("utf-8", "surrogateescape").lstrip("\n") for field in listed)
    return next((own for own in names if shown(own) == name), name)


MOST = 500

MOST_AMENDED = 2_000
"""Entries of HEAD's reflog that are searched for amended commits."""


@dataclass(frozen=True, slots=True)
class ReflogEntry:
    """A reflog entry: the commit that the ref moved to, and git's message, such as "commit (amend): title"."""

    commit: str
    message: str


def reflog(git: Git, ref: str, limit: int = MOST) -> tuple[ReflogEntry, ...]:
    """The newest reflog entries of a ref; none where it has no reflog, and none older than a commit that is gone."""
    listed = git.fields(
        "log", "-g", "-z", f"-{limit}", "--no-show-signature", "--encoding=UTF-8", "--format=%H%x00%gs",
        "--end-of-options", ref, "--", ok=range(256), timeout=20,
    )  # fmt: skip
    return tuple(
        ReflogEntry(commit.decode("ascii", "replace"), message.decode("utf-8", "replace"))
        for commit, message in records(listed, 2)
    )


def amended_commits(git: Git) -> dict[str, str]:
    """The final form of each commit that was amended in this worktree, as far as the reflog reaches."""
    final: dict[str, str] = {}
    steps = reflog(git, "HEAD", MOST_AMENDED)
    for new, old in pairwise(steps):  # newest first, so that a chain ends at its last commit
        if new.message.startswith("commit (amend)") and old.commit != new.commit:
            final[old.commit] = final.get(new.commit, new.commit)
    return final
