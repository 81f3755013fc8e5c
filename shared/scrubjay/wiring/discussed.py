"""Makers of what answers tell of discussions, beside documents and in stories."""

from scrubjay.discussions.linked import linked
from scrubjay.discussions.views import DiscussionViews
from scrubjay.history.discussed import StoryDiscussions
from scrubjay.history.named_by import NamedBy
from scrubjay.history.reviewed import ReviewedLines
from scrubjay.history.shown import People
from scrubjay.index.indexes import VectorIndexes
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.reranking.reranker import Reranker
from scrubjay.model.view import View
from scrubjay.recall.beside import BesideDocuments
from scrubjay.recall.discussed import DiscussionSearch
from scrubjay.recall.thread import ThreadReader
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.storage import Connection, Database
from scrubjay.wiring.discussions import KeptDiscussions


def discussion_search(discussions: KeptDiscussions, people: People) -> DiscussionSearch:
    return DiscussionSearch(discussions, named=lambda: people.named)


def thread_reader(discussions: KeptDiscussions, people: People) -> ThreadReader:
    return ThreadReader(discussions, named=lambda: people.named)


def named_by(discussions: KeptDiscussions, retriever: HybridRetriever) -> NamedBy:
    return NamedBy(discussions.named, retriever.search)


def beside(
    discussions: KeptDiscussions, reviewed_lines: ReviewedLines, people: People, named_by: NamedBy
) -> BesideDocuments:
    return BesideDocuments(discussions.named, reviewed_lines, people, named_by)


def story_discussions(discussions: KeptDiscussions, reviewed_lines: ReviewedLines, people: People) -> StoryDiscussions:
    return StoryDiscussions(discussions.named, discussions.about, reviewed_lines, people)


def discussion_retriever(
    forge_database: Database, discussion_views: DiscussionViews, embedder: Embedder | None, reranker: Reranker | None,
    indexes: VectorIndexes, *, everything: bool = False,
) -> HybridRetriever:  # fmt: skip
    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        return discussion_views.show(connection, view, everything=everything)

    return HybridRetriever(forge_database, visible, embedder, reranker=reranker, indexes=indexes, linked=linked)


def retriever_of_all_discussions(
    forge_database: Database, discussion_views: DiscussionViews, embedder: Embedder | None, reranker: Reranker | None,
    indexes: VectorIndexes,
) -> HybridRetriever:  # fmt: skip
    return discussion_retriever(forge_database, discussion_views, embedder, reranker, indexes, everything=True)
