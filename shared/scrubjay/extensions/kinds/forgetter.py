"""Forgetter: clears what an extension keeps, when something is forgotten for good."""

from collections.abc import Sequence
from typing import Protocol


class Forgetter(Protocol):
    """Clears copies outside of the tables that the manifest's `forgets` names. Idempotent: it is tried again."""

    def forget(self, refers: str, ids: Sequence[str]) -> None:
        """Clear whatever is kept of these: `refers` is memory, session or author.

        Any error makes `scrubjay forget` exit non-zero; what was forgotten elsewhere stays forgotten.
        """
        ...
