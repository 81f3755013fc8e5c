"""HEAD's newest commits, read once while HEAD stands."""

import re
from collections.abc import Iterable

from scrubjay.errors import GitFailed
from scrubjay.git.head import head
from scrubjay.git.history import recent_commits, walked_commits
from scrubjay.git.process import Git
from scrubjay.git.record import Commit
from scrubjay.text.hexadecimal import OBJECT_ID

MOST_KEPT = 100_000
"""Characters of messages of one list that is cached."""

_SHA = re.compile(OBJECT_ID)


def newest_commits(git: Git, limit: int, since: str = "") -> tuple[Commit, ...]:
    """The newest commits reachable from HEAD, optionally without those reachable from a commit, by its full id."""
    worktree = git.worktree
    commit = head(git).commit if worktree is not None else ""
    if worktree is None or not commit or not (_SHA.fullmatch(since) or not since):
        return recent_commits(git, limit, since=since)
    walk = (f"-{limit}", "--end-of-options", commit, *([f"^{since}"] if since else []), "--")
    try:
        return worktree.answer(
            ("newest", walk), worktree.shallow_state, lambda: tuple(walked_commits(git, walk)), _is_small
        )
    except GitFailed:  # at damage, which may be repaired
        return recent_commits(git, limit, since=since)


def _is_small(commits: Iterable[Commit]) -> bool:
    return sum(len(commit.subject) + len(commit.body) for commit in commits) <= MOST_KEPT
