"""Maker of lists of memories."""

from scrubjay.context.briefing.hearers import last_had
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Falls, Grades
from scrubjay.memory.listing import ListFacts, ListFilters, MemoryListing
from scrubjay.memory.listing import listed as list_memories
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visible import StandIns
from scrubjay.storage.database import Database


class MemoryLists:
    """Lists the memories that pass some filters."""

    def __init__(
        self, memories: MemoryReader, grades: Grades, stand_ins: StandIns, documents: Documents,
        session_database: Database, falls: Falls,
    ) -> None:  # fmt: skip
        self._sources = (memories, grades, stand_ins)
        self._documents = documents
        self._database = session_database
        self._falls = falls

    def __call__(self, filters: ListFilters, *, detailed: bool = False) -> MemoryListing:
        """The memories in their order. `detailed`: each with when it fell and was last used. Raises UsageError."""
        view = self._documents.view()
        facts = ListFacts(
            fallen=lambda: {one.moved.memory.id: one.fell_at for one in self._falls.of(view)},
            used=lambda ids: self._database.read(lambda c: last_had(c, ids)),
            detailed=detailed,
        )
        return list_memories(*self._sources, view, filters, facts)
