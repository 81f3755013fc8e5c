"""Discussions as sources of the index: their store, what the worker brings up to date, and the search over it."""

from typing import Final

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.reranking import Reranker
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.index.kinds import Kind, Policy
from scrubjay.knowledge.index.sources import Reason
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.model.clock import Clock
from scrubjay.model.counted import counted
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_forges.discussions.log import MergesInLog
from scrubjay_forges.discussions.named import linked_pairs
from scrubjay_forges.discussions.said import Keeping
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import UNJUDGED
from scrubjay_forges.discussions.values import DiscussionKind
from scrubjay_forges.discussions.views import DiscussionViews
from scrubjay_forges.forges.targets import Targets


class DiscussionSource:
    """Searchable discussions of one kind, in a database of their own."""

    path_note: Final = (
        "issues and pull requests lie at no path, so none is shown; `story PATH` has what reviews said of it"
    )

    def __init__(self, kind: DiscussionKind, store: DiscussionStore, merges: MergesInLog) -> None:
        self.kind: Final[Kind] = kind
        self._merges = merges
        self._names_refusals = kind == "issue"
        self._store = store

    def ingest(self, view: View) -> int:
        """Make searchable what was read from forges or files and isn't yet; returns how many texts are new.

        With pull requests the log is read for their merge commits, where it has changed.
        """
        if self.kind == "pull_request":
            self._merges.look()
        return self._store.catch_up()

    def fill_visible(self, connection: Connection, view: View, number: int) -> int:
        """Nothing: a search for discussions asks their own database."""
        return number

    def coverage(self, view: View) -> str:
        """The texts that aren't searchable yet, in words; empty where all are."""
        kept = self._store.repositories()
        waiting, unread = sum(one.unindexed - one.unread for one in kept), sum(one.unjudged for one in kept)
        lacks = [f"not searchable yet: {counted(waiting, 'text')} of discussions"] if waiting > 0 else []
        lacks += [f"{counted(unread, 'text')} of discussions {UNJUDGED}"] if unread else []
        return f"{'; '.join(lacks)}; the worker is on it" if lacks else ""

    def unreadable(self) -> tuple[Reason, ...]:
        """What forges failed to give at the last attempt, by repository."""
        return tuple((one.name, one.note) for one in self._store.repositories() if one.note and self._names_refusals)


def discussion_store(
    forge_database: Database, policy: Policy, counter: TokenCounter, clock: Clock, text_keeping: Keeping,
    forge_targets: Targets,
) -> DiscussionStore:  # fmt: skip
    """The store of a project's discussions."""
    return DiscussionStore(
        forge_database,
        chunker=policy.chunker,
        counter=counter,
        clock=clock,
        keeping=text_keeping,
        members={target.name: target.settings.members for target in forge_targets() if target.settings.members},
    )


def discussion_sources(discussion_store: DiscussionStore, merges: MergesInLog) -> tuple[DiscussionSource, ...]:
    """The sources of the two kinds of discussions."""
    return DiscussionSource("issue", discussion_store, merges), DiscussionSource(
        "pull_request", discussion_store, merges
    )


def discussion_retriever(
    forge_database: Database, discussion_views: DiscussionViews, embedder: Embedder | None, reranker: Reranker | None,
    indexes: VectorIndexes, *, everything: bool = False,
) -> HybridRetriever:  # fmt: skip
    """The search over discussions that a default answer may have, or over `everything`."""

    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        return discussion_views.show(connection, view, everything=everything)

    return HybridRetriever(forge_database, visible, embedder, reranker=reranker, indexes=indexes, linked=linked_pairs)


def retriever_of_all_discussions(
    forge_database: Database, discussion_views: DiscussionViews, embedder: Embedder | None, reranker: Reranker | None,
    indexes: VectorIndexes,
) -> HybridRetriever:  # fmt: skip
    """The search over all discussions."""
    return discussion_retriever(forge_database, discussion_views, embedder, reranker, indexes, everything=True)
