"""Whether the commits that a session made reached the base branch. Read from git."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.git.ancestry import base_branches, existing_commits, unreachable
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.session.tasks.archive import is_squashed
from scrubjay_growth.promotion.facts import Commits

MOST: Final = 200
"""Commits of one session that are looked at."""

SLACK_S: Final = 60
"""Seconds that a commit's own time may lie outside of what hooks reported of its session."""

LEFT_AFTER: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """Where a session worked on a branch: from which commit to which, and when (ISO 8601 in UTC)."""

    session: str
    began_head: str
    began_at: str
    head: str
    at: str


def commits_of(git: Git, points: Sequence[Worked], now: datetime, merged: Collection[str] = ()) -> Commits:
    """What became of a session's commits: the worst of its branches; NONE where git can't tell.

    `merged` are the last commits of pull requests that were approved and merged, in whatever way: squashed, rebased.
    """
    order = (Commits.LEFT, Commits.OPEN, Commits.REACHED, Commits.NONE)
    return min((_of_branch(git, point, now, merged) for point in points), key=order.index, default=Commits.NONE)


def _of_branch(git: Git, point: Worked, now: datetime, merged: Collection[str]) -> Commits:
    """What became of a session's commits on one branch."""
    if not point.head or point.head == point.began_head:
        return Commits.NONE
    try:
        made = _newest_commit(git, point)
        if not made:
            return Commits.NONE
        for base in base_branches(git):
            if not unreachable(git, {made}, base.commit) or is_squashed(git, made, base.commit):
                return Commits.REACHED
        if _is_held(git, made, merged):
            return Commits.REACHED
    except ScrubjayError:  # a commit that git has lost, or a process that failed
        return Commits.NONE
    return Commits.LEFT if now - datetime.fromisoformat(point.at) > LEFT_AFTER else Commits.OPEN


def _is_held(git: Git, commit: str, merged: Collection[str]) -> bool:
    """Whether one of some pull requests held a commit, by their last commits as far as the clone has them."""
    if commit in merged:
        return True
    heads = sorted(existing_commits(git, set(merged))) if merged else []
    return bool(heads) and not git.run("rev-list", "--max-count=1", commit, *(f"^{head}" for head in heads), "--")


def _newest_commit(git: Git, point: Worked) -> str:
    """The newest commit that was made while the session was there; a pull brings others' older ones."""
    here = existing_commits(git, {point.head, point.began_head} - {""})
    if point.head not in here:
        return ""
    beyond = [f"^{point.began_head}"] if point.began_head in here else []
    listed = git.run("rev-list", "--timestamp", f"--max-count={MOST}", point.head, *beyond, "--")
    first, last = (datetime.fromisoformat(moment).timestamp() for moment in (point.began_at, point.at))
    for line in listed.decode("ascii", "replace").splitlines():
        seconds, _, commit = line.partition(" ")
        if first - SLACK_S <= int(seconds) <= last + SLACK_S:
            return commit
    return ""
