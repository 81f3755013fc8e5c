"""Current HEAD and uncommitted files: one git call where time allows, else HEAD alone."""

import time

from scrubjay.errors import ScrubjayError
from scrubjay.git.head import Head, head
from scrubjay.git.process import Git
from scrubjay.git.status import Status, status
from scrubjay.integrations.client_hooks.context import HookContext
from scrubjay.model.frozen import replace


def current_state(place: HookContext) -> tuple[Head, tuple[str, ...] | None]:
    """HEAD without its tree and date, and the uncommitted files; None where git can't list them in the time left.

    Raises ScrubjayError where git can't even resolve HEAD.
    """
    git = git_with_deadline(place)
    if git is not None:
        try:
            current = status(git, place.repository)
        except ScrubjayError:
            pass  # a large working tree, or one that is being changed: fall back to HEAD alone
        else:
            return Head(current.commit, "", current.branch, ""), uncommitted_files(current)
    return head(place.git), None


def uncommitted_files(current: Status) -> tuple[str, ...]:
    """The files of a status, staged first."""
    return tuple(dict.fromkeys((*current.staged.paths, *current.unstaged.paths, *current.untracked.paths)))


def git_with_deadline(place: HookContext) -> Git | None:
    """git with the remaining time as its timeout; None where there is none."""
    left = place.until - time.monotonic()
    return replace(place.git, timeout_s=min(left, place.git.timeout_s)) if left > 0 else None
