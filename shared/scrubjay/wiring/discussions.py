"""The services of what was discussed at forges: the store of it, in a database of its own."""

from typing import TYPE_CHECKING

from scrubjay.errors import StorageError
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay.index.sources import Source
    from scrubjay.model.discussion import DiscussionRef
    from scrubjay.model.view import View
    from scrubjay.retrieval.hybrid import HybridRetriever
    from scrubjay.storage import Connection
    from scrubjay_forges.discussions.judging import TextJudge
    from scrubjay_forges.discussions.log import MergesInLog
    from scrubjay_forges.discussions.named import NamedDiscussions
    from scrubjay_forges.discussions.said import Keeping
    from scrubjay_forges.discussions.store import DiscussionStore
    from scrubjay_forges.discussions.views import DiscussionViews
    from scrubjay_forges.forges.sync import ForgeSync
    from scrubjay_forges.forges.targets import ForgeTarget
    from scrubjay_forges.history.reviewed import ReviewedLines
    from scrubjay_forges.history.reviewers import Reviewers


class DiscussionServices:
    """Issues, pull requests and reviews of a project's repositories at their forges."""

    def __init__(self, inputs: WorktreeInputs) -> None:
        self._inputs = inputs
        self.database = inputs.stores.forge

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
            self._members  # noqa: B018 - what the settings say now counts before anything is read
        except StorageError as error:
            return str(error)
        return ""

    @on_first_use
    def store(self) -> "DiscussionStore":
        """Keeps discussions and finds them by name."""
        from scrubjay.documents.policy import policy
        from scrubjay_forges.discussions.store import DiscussionStore

        shared, privacy = self._inputs.shared, self._inputs.settings.privacy
        return DiscussionStore(
            self.database,
            chunker=policy(self._inputs.settings.ingestion, privacy.allow).chunker,
            counter=shared.tokenizer,
            clock=shared.clock,
            keeping=self._keeping,
            members={target.name: target.settings.members for target in self._targets() if target.settings.members},
        )

    def closed_with(self, commits: frozenset[str]) -> frozenset[str]:
        """Of some commits those whose pull request was closed without being merged, as far as it was read."""
        return self.store.closed_with(commits) if commits and self.exists() else frozenset()

    @on_first_use
    def _keeping(self) -> "Keeping":
        from scrubjay_forges.discussions.said import Keeping

        privacy = self._inputs.settings.privacy
        return Keeping(personal=privacy.personal, allowed=privacy.allow, suspect=_what_instructs)

    @on_first_use
    def _members(self) -> bool:
        return self.store.apply_members()

    @on_first_use
    def judge(self) -> "TextJudge":
        """The model that reads what outsiders wrote; it loads with the first text."""
        from scrubjay.grounding.injection import OUTSIDE, READER, find_instruction, windows
        from scrubjay.inference.embedding.probe import load, reading_model
        from scrubjay_forges.discussions.judging import TextJudge

        def instructs(text: str) -> str:
            model = reading_model(self._inputs.shared.embedder)
            flags = (flag for part in windows(text) for flag in find_instruction(part, model, OUTSIDE))
            return next((f"{flag.technique}: {flag.words}" for flag in flags), "")

        return TextJudge(f"{load(READER).rows[:12]} {OUTSIDE}", instructs)

    def are_unjudged(self) -> bool:
        """Whether outsiders wrote what no model read yet."""
        if not self.exists():
            return False
        from scrubjay_forges.discussions.judging import are_unjudged

        return are_unjudged(self.database, self.judge)

    @property
    def are_configured(self) -> bool:
        """Whether the user's file names any repository; without importing anything for it."""
        return bool(self._inputs.shared.settings.forges)

    def are_due(self) -> bool:
        """Whether a repository of the user's file is to be read; nothing is imported where it names none."""
        return self.are_configured and bool(self.sync.due())

    @on_first_use
    def sync(self) -> "ForgeSync":
        """Reads the repositories that the user's file names for this project."""
        from scrubjay_forges.forges.sync import ForgeSync

        shared = self._inputs.shared
        return ForgeSync(self._targets, shared.settings, self.store, self._inputs.git, shared.clock, shared.network)

    def _targets(self) -> "tuple[ForgeTarget, ...]":
        """The repositories that the user's file names for this project."""
        shared, project = self._inputs.shared, self._inputs.project
        if not shared.settings.forges:
            return ()
        from scrubjay_forges.forges.targets import targets_of

        names = [one.name for one in shared.projects()]
        return targets_of(shared.settings.forges, project.id, project.name, names)

    @on_first_use
    def _named(self) -> "NamedDiscussions":
        from scrubjay_forges.discussions.named import NamedDiscussions

        return NamedDiscussions(self.store, self.views)

    def named(self) -> "NamedDiscussions | None":
        """Discussions as texts, commits and files name them; None where none are kept."""
        return self._named if self.exists() else None

    @on_first_use
    def reviewed(self) -> "ReviewedLines":
        """What reviews said of a file's lines."""
        from scrubjay_forges.history.reviewed import ReviewedLines

        return ReviewedLines(self._inputs.git, self.named)

    @on_first_use
    def reviewers(self) -> "Reviewers":
        """Who reviewed which files."""
        from scrubjay_forges.history.reviewers import Reviewers

        return Reviewers(self._inputs.git, self.named)

    def about(self, topic: str, view: "View", limit: int = 20) -> "tuple[DiscussionRef, ...]":
        """The discussions about a topic that a default answer may have, best first."""
        kept = self.named()
        if kept is None:
            return ()
        from scrubjay.index.kinds import DISCUSSIONS
        from scrubjay.retrieval.hybrid import SearchRequest
        from scrubjay.retrieval.scope import Filters

        request = SearchRequest(query=topic, view=view, limit=limit, filters=Filters(kinds=tuple(sorted(DISCUSSIONS))))
        hits = self.retriever.search(request).hits
        return tuple(dict.fromkeys(ref for hit in hits if (ref := kept.ref(hit.path))))

    @on_first_use
    def merges(self) -> "MergesInLog":
        """Finds the merge commits that the forge or a file doesn't tell."""
        from scrubjay_forges.discussions.log import MergesInLog

        return MergesInLog(self._inputs.git, self.database, self._keeping)

    @on_first_use
    def views(self) -> "DiscussionViews":
        """Says which discussions a view shows."""
        from scrubjay_forges.discussions.views import DiscussionViews

        return DiscussionViews(self._inputs.git)

    @on_first_use
    def retriever(self) -> "HybridRetriever":
        """Search over what a default answer may have. Ask `exists` first: a search makes the file."""
        return self._retriever(everything=False)

    @on_first_use
    def retriever_of_all(self) -> "HybridRetriever":
        """Search over all texts, also those of outsiders that nobody answered, and what may instruct its reader."""
        return self._retriever(everything=True)

    def sources(self) -> "tuple[Source, ...]":
        """What brings their index up to date, where anything is kept."""
        if not self.exists():
            return ()
        from scrubjay_forges.discussions.source import DiscussionSource

        return tuple(DiscussionSource(kind, self.store, self.merges) for kind in ("issue", "pull_request"))

    def _retriever(self, *, everything: bool) -> "HybridRetriever":
        from scrubjay.retrieval.hybrid import HybridRetriever
        from scrubjay_forges.discussions.linked import linked

        def visible(connection: "Connection", view: "View", kinds: tuple[str, ...]) -> int:
            return self.views.show(connection, view, everything=everything)

        shared = self._inputs.shared
        return HybridRetriever(
            self.database, visible, shared.embedder, reranker=self._inputs.reranker, indexes=shared.indexes,
            linked=linked,
        )  # fmt: skip


def _what_instructs(text: str) -> str:
    from scrubjay.grounding.injection import find_marks, windows

    return next((f"{flag.technique}: {flag.words}" for part in windows(text) for flag in find_marks(part)), "")
