"""Local branches and worktrees of a clone."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.frames import records
from scrubjay.git.process import Git
from scrubjay.git.refs import branches_state
from scrubjay.privacy.secrets.shown_names import shown


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
        return _listed(git, limit)
    at = worktree.repository
    return worktree.answer(
        ("branches", limit), lambda: branches_state(at.git_dir, at.common_dir), lambda: _listed(git, limit), _all_read
    )


def _all_read(listed: Iterable[Branch]) -> bool:
    return all(branch.date for branch in listed)


def _listed(git: Git, limit: int) -> tuple[Branch, ...]:
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
