"""Needs: what of an extension waits for the person, told beside what of the core does."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

Worktree = TypeVar("Worktree", contravariant=True)
Need = TypeVar("Need", covariant=True)


class Needing(Protocol[Worktree, Need]):
    """A function that says what needs the person. It reads a row or two, since a briefing asks it."""

    def __call__(self, workspace: Worktree) -> Iterable[Need]:
        """Each need that there is, with its number and the command that shows it."""
        ...
