"""Makers of the searches: over what is indexed of a project, its conversations, and the user's own memories."""

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.reranking import Reranker
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.index.sources import Sources
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.memory.store.visible import VisibleMemories
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.model.view import View
from scrubjay.session.conversations import store
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


def retriever(
    knowledge_database: Database, documents: Documents, index_sources: Sources, branches: WorktreeBranches,
    project: Project, clock: Clock, embedder: Embedder | None, reranker: Reranker | None, indexes: VectorIndexes,
) -> HybridRetriever:  # fmt: skip
    memories = VisibleMemories(project.id, clock, branches)

    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        number = documents.visible(connection, view)
        index_sources.fill_visible(connection, view, number, kinds)
        if not kinds or "memory" in kinds:
            memories.fill(connection, view, number)
        return number

    return HybridRetriever(knowledge_database, visible, embedder, reranker=reranker, indexes=indexes)


def conversation_retriever(
    session_database: Database, embedder: Embedder | None, reranker: Reranker | None, indexes: VectorIndexes
) -> HybridRetriever:
    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        return store.visible(connection, view.key)

    return HybridRetriever(session_database, visible, embedder, reranker=reranker, indexes=indexes)
