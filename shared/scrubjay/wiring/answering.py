"""Makers of what answers a question: the search over everything, its texts, a story, why one found nothing."""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from scrubjay.git.repository import Repository
from scrubjay.git.worktree import Worktree
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.lifecycle import quarantined
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.clock import Clock
from scrubjay.search.recall.answers import Answers, RepeatedAnswers
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.showing import PoolsOf
from scrubjay.search.recall.why_not import WhyNot
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.far import FarSearch
    from scrubjay.wiring.workspace import Workspace


def pools_of(services: "Workspace") -> "PoolsOf":
    """The pools that share some memories, as extensions know them."""

    def pools(ids: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        return {id: names for pools in services.provided("pools_of") for id, names in pools(services, ids).items()}

    return pools


def why_not(recall: Recall, documents: Documents, memories: Memories) -> WhyNot:
    """What explains why a search found nothing, with the quarantined memories that would have matched."""

    def count() -> int:
        rows = [memories.reading(scope, lambda c, _: quarantined.quarantines(c)) for scope in memories.scopes()]
        return sum(one.memories for some in rows for one in some)

    def withheld(stems: frozenset[str]) -> int:
        return sum(
            memories.reading(scope, lambda c, place: quarantined.withheld_count(c, place, stems))
            for scope in memories.scopes()
        )

    return WhyNot(recall.search, documents, memories, count, withheld)


def answers(
    recall: Recall, documents: Documents, memories: Memories, worktree: Worktree, repository: Repository, clock: Clock,
    knowledge_database: Database, user_database: Callable[[], Database], far_search: "tuple[FarSearch, ...]",
    services: "Workspace",
) -> Answers:  # fmt: skip
    """The answers of `recall` as texts, those of repeated questions from a cache."""

    def databases() -> tuple[Database, ...]:
        user = (user_database(),) if memories.user_exists() else ()
        further = (one for databases in services.provided("searched_database") for one in databases(services))
        return (knowledge_database, *user, *further)

    repeated = RepeatedAnswers(worktree, repository, databases, clock)
    return Answers(recall, documents, repeated, lambda: memories.user_reads, far_search)
