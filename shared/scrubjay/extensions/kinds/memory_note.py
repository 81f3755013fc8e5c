"""Memory note: a mark on a memory in a list."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class MemoryNote(Protocol):
    """Says of memories what a list should show beside them. It changes no grade and hides nothing."""

    def notes(self, ids: Sequence[str]) -> Mapping[str, str]:
        """By id a few words, at most 100 characters; ids without a note are left out. One call a list."""
        ...
