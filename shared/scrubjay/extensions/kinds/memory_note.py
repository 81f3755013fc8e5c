"""Notes on memories: a mark in lists and in the provenance."""

from collections.abc import Collection, Mapping
from typing import Protocol

from scrubjay.model.memory_note import MemoryNote
from scrubjay.model.view import View


class MemoryNotes(Protocol):
    """Says what is known of memories beside their words."""

    def notes_on(self, ids: Collection[str], view: View) -> Mapping[str, MemoryNote]:
        """What to say of some memories as a view sees them, by id; one of which nothing is known is left out."""
        ...
