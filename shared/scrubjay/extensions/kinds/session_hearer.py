"""Session hearer: takes what a session's transcript says of commands that ran and of how they ended."""

from typing import Protocol, TypeVar

Worktree = TypeVar("Worktree", contravariant=True)
Recorded = TypeVar("Recorded", contravariant=True)


class SessionHearer(Protocol[Worktree, Recorded]):
    """A function that the worker calls after it read a transcript. Called twice with the same, it changes nothing."""

    def __call__(self, workspace: Worktree, session: str, recorded: Recorded | None) -> None:
        """Take what is recorded of a session, by the client's id of it; None where its client records nothing."""
        ...
