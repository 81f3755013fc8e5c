"""Makers of what answers a question: the search over everything, its texts, a story, why one found nothing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.extensions.kinds.grounds import DocumentNote, HistorySource, NamedTextReader
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.insight.counting import EventCounts
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.index.indexes import WantedPassages
from scrubjay.knowledge.index.sources import Sources
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle import quarantined
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.clock import Clock
from scrubjay.search.history.authors import Authors, People
from scrubjay.search.history.search import HistorySearch
from scrubjay.search.history.story import Stories
from scrubjay.search.recall.answers import Answers, RepeatedAnswers
from scrubjay.search.recall.other_databases import SearchedApart, UserRetriever
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.story import Storyteller
from scrubjay.search.recall.why_not import WhyNot
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def recall(
    git: Git, documents: Documents, retriever: HybridRetriever, memories: Memories, grades: Grades,
    user_retriever: UserRetriever, settings: Settings, user_settings: Settings, enqueue: Callable[[str], None],
    commits: CommitIndex, index_sources: Sources, authors: Authors, people: People,
    history_sources: Sequence[HistorySource], wanted_passages: WantedPassages, searched_apart: Sequence[SearchedApart],
    document_notes: Sequence[DocumentNote], named_texts: Sequence[NamedTextReader],
    stand_ins: StandIns, counts: EventCounts, services: "Workspace"
) -> Recall:  # fmt: skip
    def pools_of(ids: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        return {id: names for pools in services.provided("pools_of") for id, names in pools(services, ids).items()}

    return Recall(
        git=git,
        documents=documents,
        retriever=retriever,
        memories=memories,
        grades=grades,
        own=user_retriever,
        settings=settings.retrieval,
        later=lambda: enqueue("search"),
        commits=commits,
        sources=index_sources,
        history=HistorySearch(git, retriever.search, authors, people, history_sources),
        wanted=wanted_passages,
        searched_apart=searched_apart,
        document_notes=document_notes,
        named_texts=named_texts,
        said=user_settings.memory.said == "show",
        pools_of=pools_of,
        stand_ins=stand_ins,
        count=counts.count,
    )


def why_not(recall: Recall, documents: Documents, memories: Memories) -> WhyNot:
    def count() -> int:
        rows = [memories.reading(scope, lambda c, _: quarantined.quarantines(c)) for scope in memories.scopes()]
        return sum(one.memories for some in rows for one in some)

    def withheld(stems: frozenset[str]) -> int:
        return sum(
            memories.reading(scope, lambda c, place: quarantined.withheld(c, place, stems))
            for scope in memories.scopes()
        )

    return WhyNot(recall.search, documents, memories, count, withheld)


def answers(
    recall: Recall, documents: Documents, memories: Memories, repository: Repository, clock: Clock,
    knowledge_database: Database, user_database: Callable[[], Database], services: "Workspace",
) -> Answers:  # fmt: skip
    """The answers of `recall` as texts, those of repeated questions from a cache."""

    def databases() -> tuple[Database, ...]:
        user = (user_database(),) if memories.user_exists() else ()
        further = (one for databases in services.provided("searched_database") for one in databases(services))
        return (knowledge_database, *user, *further)

    return Answers(recall, documents, RepeatedAnswers(repository, databases, clock), lambda: memories.user_reads)


def storyteller(
    git: Git, retriever: HybridRetriever, recall: Recall, documents: Documents, index_sources: Sources,
    people: People, history_sources: Sequence[HistorySource],
) -> Storyteller:  # fmt: skip
    stories = Stories(git, retriever.search, people, history_sources)
    return Storyteller(git, recall.searchable, documents, index_sources, stories)
