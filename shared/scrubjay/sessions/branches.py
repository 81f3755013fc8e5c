"""Which branches end at this commit? A new branch takes over the task of one of them."""

from scrubjay.git.process import Git
from scrubjay.git.status import branches

MAX_BRANCHES = 200
"""Branches looked at, newest tip first."""


def tips(git: Git, commit: str) -> tuple[str, ...]:
    """The names of the local branches whose tip is `commit`."""
    return tuple(branch.name for branch in branches(git, MAX_BRANCHES) if branch.commit == commit)
