"""What is kept of discussions at forges, and what other services hear of it."""

from typing import TYPE_CHECKING

from scrubjay.errors import StorageError
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_forges.services import ForgeServices

if TYPE_CHECKING:
    from scrubjay.knowledge.index.sources import Source
    from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
    from scrubjay.model.discussion import DiscussionRef
    from scrubjay.model.view import View
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
    from scrubjay_forges.discussions.store import DiscussionStore
    from scrubjay_forges.discussions.views import DiscussionViews


class KeptDiscussions:
    """Issues, pull requests and reviews of a project's repositories at their forges.

    Where nothing is kept, nothing is imported or made for it: each of its services is made at the first question.
    """

    def __init__(self, forge_database: Database, user_settings: Settings, services: "Workspace") -> None:
        self.database = forge_database
        self._settings = user_settings
        self._services = services
        self._applied = False

    def exists(self) -> bool:
        """Whether anything is kept that can be read; where nothing is, nothing is imported for it."""
        return self.database.path.is_file() and not self.trouble()

    def trouble(self) -> str:
        """Why what is kept can't be read; empty where it can, and where nothing is kept. Everything else goes on."""
        if not self.database.path.is_file():
            return ""
        from scrubjay_forges.discussions.views import readable

        try:
            self.database.read(readable)
            if not self._applied:  # what the settings say now counts before anything is read
                self.store.apply_members()
                self._applied = True
        except StorageError as error:
            return str(error)
        return ""

    def closed_with(self, commits: frozenset[str]) -> frozenset[str]:
        """Of some commits those whose pull request was closed without being merged, as far as it was read."""
        return self.store.closed_with(commits) if commits and self.exists() else frozenset()

    def are_unjudged(self) -> bool:
        """Whether outsiders wrote what no model read yet."""
        if not self.exists():
            return False
        from scrubjay_forges.discussions.judging import are_unjudged

        return are_unjudged(self.database, ForgeServices.of(self._services).text_judge)

    @property
    def are_configured(self) -> bool:
        """Whether the user's file names any repository; without importing anything for it."""
        return bool(self._settings.forges)

    def are_due(self) -> bool:
        """Whether a repository of the user's file is to be read; nothing is imported where it names none."""
        return self.are_configured and bool(ForgeServices.of(self._services).forge_sync.due())

    def named(self) -> "NamedDiscussions | None":
        """Discussions as texts, commits and files name them; None where none are kept."""
        return ForgeServices.of(self._services).named_discussions if self.exists() else None

    def about(self, topic: str, view: "View", limit: int = 20) -> "tuple[DiscussionRef, ...]":
        """The discussions about a topic that a default answer may have, best first."""
        kept = self.named()
        if kept is None:
            return ()
        from scrubjay.knowledge.index.kinds import DISCUSSIONS
        from scrubjay.knowledge.retrieval.hybrid import SearchRequest
        from scrubjay.knowledge.retrieval.scope import Filters

        request = SearchRequest(query=topic, view=view, limit=limit, filters=Filters(kinds=tuple(sorted(DISCUSSIONS))))
        hits = self.retriever.search(request).hits
        return tuple(dict.fromkeys(ref for hit in hits if (ref := kept.ref(hit.path))))

    def sources(self) -> "tuple[Source, ...]":
        """What brings their index up to date, where anything is kept."""
        if not self.exists():
            return ()
        from scrubjay_forges.discussions.source import DiscussionSource

        return tuple(
            DiscussionSource(kind, self.store, ForgeServices.of(self._services).merges)
            for kind in ("issue", "pull_request")
        )

    @property
    def store(self) -> "DiscussionStore":
        """Keeps discussions and finds them by name."""
        return ForgeServices.of(self._services).discussion_store

    @property
    def views(self) -> "DiscussionViews":
        """Says which discussions a view shows."""
        return ForgeServices.of(self._services).discussion_views

    @property
    def retriever(self) -> "HybridRetriever":
        """Search over what a default answer may have. Ask `exists` first: a search makes the file."""
        return ForgeServices.of(self._services).discussion_retriever

    @property
    def retriever_of_all(self) -> "HybridRetriever":
        """Search over all texts, also those of outsiders that nobody answered, and what may instruct its reader."""
        return ForgeServices.of(self._services).retriever_of_all_discussions


def open_discussions(discussions: KeptDiscussions) -> "OpenNamed":
    return discussions.named
