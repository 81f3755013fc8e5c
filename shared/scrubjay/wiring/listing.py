"""Makers of lists of memories, and of what needs the person: what waits for review among it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.briefing.hearers import last_had
from scrubjay.documents.documents import Documents
from scrubjay.freshness import Freshness, Grades
from scrubjay.listing import ListFacts, ListFilters, MemoryListing
from scrubjay.listing import listed as list_memories
from scrubjay.listing.needs import Further, Need, Needs
from scrubjay.memories import MemoryReader
from scrubjay.model.view import View
from scrubjay.published.published import PublishedMemories
from scrubjay.review import ReviewQueue
from scrubjay.storage import Database

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


class MemoryLists:
    """Lists the memories that pass some filters."""

    def __init__(
        self, memories: MemoryReader, grades: Grades, published: PublishedMemories, documents: Documents,
        session_database: Database, services: "Workspace",
    ) -> None:  # fmt: skip
        self._sources = (memories, grades, published)
        self._documents = documents
        self._database = session_database
        self._services = services

    def __call__(self, filters: ListFilters, *, detailed: bool = False) -> MemoryListing:
        """The memories in their order. `detailed`: each with when it fell and was last used. Raises UsageError."""
        view = self._documents.view()
        facts = ListFacts(
            fallen=lambda: {one.moved.memory.id: one.fell_at for one in self._services.falls.of(view)},
            used=lambda ids: self._database.read(lambda c: last_had(c, ids)),
            detailed=detailed,
        )
        return list_memories(*self._sources, view, filters, facts)


def needs(
    memories: MemoryReader, reviews: ReviewQueue, freshness: Freshness, grades: Grades, further_needs: Further
) -> Callable[[View], tuple[Need, ...]]:
    """What of the project needs its person at a view."""
    return Needs(memories, reviews, freshness, grades, further_needs).of
