"""Makers of what answers tell of discussions, beside documents and in stories."""

from scrubjay.extensions.kinds.embedder import Embedder
from scrubjay.inference.reranking import Reranker
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.model.view import View
from scrubjay.search.history.authors import People
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_forges.discussions.kept import KeptDiscussions
from scrubjay_forges.discussions.linked import linked
from scrubjay_forges.discussions.named import OpenNamed
from scrubjay_forges.discussions.views import DiscussionViews
from scrubjay_forges.grounding.discussed import DiscussionCheck
from scrubjay_forges.history.discussed import StoryDiscussions
from scrubjay_forges.history.named_by import NamedBy
from scrubjay_forges.history.reviewed import ReviewedLines, Reviewers
from scrubjay_forges.recall.beside import BesideDocuments
from scrubjay_forges.recall.discussed import DiscussionSearch
from scrubjay_forges.recall.thread import ThreadReader, ThreadTexts


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


def named_threads(thread_reader: ThreadReader, beside: BesideDocuments) -> ThreadTexts:
    """Discussions that are read by their names."""
    return ThreadTexts(thread_reader, beside)


def discussion_search_of(discussion_search: DiscussionSearch) -> DiscussionSearch:
    """What searches them apart."""
    return discussion_search


def beside_of(beside: BesideDocuments) -> BesideDocuments:
    """What notes on documents tell of them."""
    return beside


def discussion_check(open_discussions: OpenNamed, user_settings: Settings) -> DiscussionCheck:
    """What compares claims with those that they cite."""
    return DiscussionCheck(open_discussions, named=user_settings.people == "on")


def story_discussions(
    discussions: KeptDiscussions, reviewed_lines: ReviewedLines, reviewers: Reviewers, people: People
) -> StoryDiscussions:
    return StoryDiscussions(discussions.named, discussions.about, reviewed_lines, reviewers, people)


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
