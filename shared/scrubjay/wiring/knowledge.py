"""The services of what a repository's files and commits say, and the retriever over everything indexed with them."""

from typing import TYPE_CHECKING

from scrubjay.errors import ModelUnavailable
from scrubjay.wiring.discussions import DiscussionServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay.commits.commits import CommitIndex
    from scrubjay.documents.documents import Documents
    from scrubjay.documents.parsers import FurtherParsers
    from scrubjay.documents.selection import Selection
    from scrubjay.git.base import BaseTracker
    from scrubjay.index.policy import Policy
    from scrubjay.index.sources import Sources
    from scrubjay.inference.embedding.embedder import Embedder
    from scrubjay.memories.visibility import WorktreeBranches
    from scrubjay.model.view import View
    from scrubjay.published.published import PublishedMemories
    from scrubjay.retrieval.hybrid import HybridRetriever
    from scrubjay.storage import Connection


class KnowledgeServices:
    """Documents and commits of a worktree, and search over them and the project's memories."""

    def __init__(self, inputs: WorktreeInputs, discussions: DiscussionServices) -> None:
        self._inputs = inputs
        self._discussions = discussions
        self.database = inputs.stores.knowledge

    @on_first_use
    def branches(self) -> "WorktreeBranches":
        """Says which memories a view shows."""
        from scrubjay.git.written import clone_fingerprint
        from scrubjay.memories.visibility import WorktreeBranches

        inputs = self._inputs
        return WorktreeBranches(
            inputs.git,
            self.database,
            inputs.project.id,
            _contains_quote,
            lambda: clone_fingerprint(inputs.repository.common_dir),
            lambda connection, commit: self.published.within(connection, commit),
        )

    @on_first_use
    def base(self) -> "BaseTracker":
        """The base branch, as it moves."""
        from scrubjay.git.base import BaseTracker

        return BaseTracker(self._inputs.git, self._inputs.repository.common_dir)

    @on_first_use
    def documents(self) -> "Documents":
        """The documents of the worktree."""
        from scrubjay.documents.documents import Documents
        from scrubjay.documents.view import Views

        shared, git = self._inputs.shared, self._inputs.git
        return Documents(
            git=git,
            knowledge=self.database,
            views=Views(git, self._inputs.repository, self._selection, submodules=self._reads_submodules),
            selection=self._selection,
            policy=self._policy,
            counter=shared.tokenizer,
            clock=shared.clock,
            fingerprint=lambda: _key(shared.embedder),
            after=lambda view: self.published.record(view),
        )

    @on_first_use
    def published(self) -> "PublishedMemories":
        """Which memories stand in the repository."""
        from scrubjay.published.published import PublishedMemories
        from scrubjay.publishing.store import publications
        from scrubjay.wiring.published import claims_of

        inputs = self._inputs
        return PublishedMemories(
            git=inputs.git,
            knowledge=self.database,
            view=lambda commit: self.documents.view(commit),
            visible=lambda connection, view: self.documents.visible(connection, view),
            claims=claims_of(inputs),
            records=lambda: publications(self.database),
            closed=self._discussions.closed_with,
        )

    def left_in_git(self, id: str) -> str:
        """What git still says of a memory that is ended, replaced or forgotten; empty where it says nothing."""
        from scrubjay.published.values import PublicationStanding, left_in_git

        standings = self.published.standings([id], self.documents.view())
        return left_in_git(standings.get(id, PublicationStanding()))

    @on_first_use
    def commits(self) -> "CommitIndex":
        """The commits of the repository."""
        from scrubjay.commits.commits import CommitIndex

        shared = self._inputs.shared
        return CommitIndex(self._inputs.git, self.database, self._policy, shared.tokenizer, shared.clock)

    @on_first_use
    def sources(self) -> "Sources":
        """Fills the index with all kinds that are neither documents nor memories."""
        from scrubjay.index.sources import Sources

        return Sources([self.commits], self._discussions.sources)

    @on_first_use
    def retriever(self) -> "HybridRetriever":
        """Search over everything that is indexed."""
        from scrubjay.memories.visible import VisibleMemories
        from scrubjay.retrieval.hybrid import HybridRetriever

        shared = self._inputs.shared
        memories = VisibleMemories(self._inputs.project.id, shared.clock, self.branches)

        def visible(connection: "Connection", view: "View", kinds: tuple[str, ...]) -> int:
            number = self.documents.visible(connection, view)
            self.sources.fill_visible(connection, view, number, kinds)
            if not kinds or "memory" in kinds:
                memories.fill(connection, view, number)
            return number

        return HybridRetriever(
            self.database, visible, shared.embedder, reranker=self._inputs.reranker, indexes=shared.indexes
        )

    @property
    def _reads_submodules(self) -> bool:
        return self._inputs.settings.ingestion.submodules

    @on_first_use
    def _selection(self) -> "Selection":
        from scrubjay.documents.selection import Selection

        ingestion = self._inputs.settings.ingestion
        return Selection(ingestion.include, ingestion.exclude, ingestion.code, self._further.formats)

    @on_first_use
    def _further(self) -> "FurtherParsers":
        from scrubjay.documents.parsers import further_parsers
        from scrubjay.extensions.registry import ExtensionRegistry

        return further_parsers(ExtensionRegistry.of(self._inputs.settings.home))

    @on_first_use
    def _policy(self) -> "Policy":
        from scrubjay.documents.policy import policy

        return policy(self._inputs.settings.ingestion, self._inputs.settings.privacy.allow, self._further)


def _contains_quote(text: str, quote: str) -> bool:
    from scrubjay.freshness import contains_quote  # late: few commits change what a memory relies on

    return contains_quote(text, quote)


def _key(embedder: "Embedder | None") -> str:
    """The embedder's fingerprint; empty, which no vector has, where there is no embedder or its model isn't there."""
    try:
        return embedder.fingerprint.key if embedder else ""
    except ModelUnavailable:
        return ""
