"""Makers of lists of memories, and of what needs the person: what waits for review among it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.context.briefing.hearers import last_had
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.listing import ListFacts, ListFilters, MemoryListing
from scrubjay.memory.listing import listed as list_memories
from scrubjay.memory.listing.needs import Need, Needs
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.stand_ins import StandIns
from scrubjay.model.view import View
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


class MemoryLists:
    """Lists the memories that pass some filters."""

    def __init__(
        self, memories: MemoryReader, grades: Grades, stand_ins: StandIns, documents: Documents,
        session_database: Database, services: "Workspace",
    ) -> None:  # fmt: skip
        self._sources = (memories, grades, stand_ins)
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
    memories: MemoryReader, reviews: ReviewQueue, freshness: Freshness, grades: Grades, services: "Workspace"
) -> Callable[[View], tuple[Need, ...]]:
    """What of the project needs its person at a view, extensions asked too."""

    def further() -> Sequence[Need]:
        return [need for needs in services.provided("need") for need in needs(services)]

    return Needs(memories, reviews, freshness, grades, further).of
