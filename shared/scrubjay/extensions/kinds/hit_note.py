"""Hit note: a mark on a result of a search."""

from typing import Protocol

from scrubjay.model.found import FoundPassage


class HitNote(Protocol):
    """Says of a hit what its reader should know. On the answer's path: 250 ms for all hits, else it is left out."""

    def note(self, hit: FoundPassage) -> str:
        """A few words without a line end, at most 100 characters; empty for none."""
        ...
