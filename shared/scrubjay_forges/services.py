"""Services of this extension, by name: what is kept of discussions, and what the core hears of it.

Where nothing is kept, nothing is imported for it.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from scrubjay.errors import StorageError
from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.git.worktree import Worktree
from scrubjay.knowledge.index.store import rebuild
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay.knowledge.index.sources import Source
    from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_forges.beside import BesideDocuments
    from scrubjay_forges.discussions.forgetting import ForgottenForge
    from scrubjay_forges.discussions.judging import TextJudge
    from scrubjay_forges.discussions.log import MergesInLog
    from scrubjay_forges.discussions.named import NamedDiscussions, OpenNamed
    from scrubjay_forges.discussions.said import Keeping
    from scrubjay_forges.discussions.source import DiscussionSource
    from scrubjay_forges.discussions.store import DiscussionStore
    from scrubjay_forges.discussions.views import DiscussionViews
    from scrubjay_forges.forges.sync import ForgeSync
    from scrubjay_forges.forges.targets import Targets
    from scrubjay_forges.history import NamedBy
    from scrubjay_forges.reviews import ReviewedLines, Reviewers
    from scrubjay_forges.threads import ThreadReader


STEPS: Final = (
    WorkerStep("discussions", "forges", "scrubjay_forges.steps:discussions"),
    WorkerStep("judged discussions", "forges", "scrubjay_forges.steps:judged_discussions"),
)
"""Of the worker's jobs."""


class ForgeServices(Services):
    """The services for issues, pull requests and reviews, and what other parts ask of them."""

    discussions: "KeptDiscussions" = made()
    open_discussions: "OpenNamed" = made()
    forge_targets: "Targets" = made()
    text_keeping: "Keeping" = made()
    discussion_store: "DiscussionStore" = made()
    discussion_sources: "tuple[DiscussionSource, ...]" = made()
    text_judge: "TextJudge" = made()
    merges: "MergesInLog" = made()
    named_discussions: "NamedDiscussions" = made()
    discussion_views: "DiscussionViews" = made()
    forge_sync: "ForgeSync" = made()
    forget_forge: "Callable[[str], ForgottenForge]" = made()
    discussion_retriever: "HybridRetriever" = made()
    retriever_of_all_discussions: "HybridRetriever" = made()
    thread_reader: "ThreadReader" = made()
    reviewed_lines: "ReviewedLines" = made()
    reviewers: "Reviewers" = made()
    named_by: "NamedBy" = made()
    beside: "BesideDocuments" = made()


class KeptDiscussions:
    """The issues, pull requests and reviews of a project's repositories that are kept.

    Where nothing is kept, nothing is imported or made for it: each of its services is made at the first question.
    """

    def __init__(
        self, forge_database: Database, user_settings: Settings, worktree: Worktree, services: "Workspace"
    ) -> None:
        self.database = forge_database
        self._worktree = worktree
        self._settings = user_settings
        self._services = services
        self._applied = False

    def exists(self) -> bool:
        """Whether anything is kept that can be read; where nothing is, nothing is imported for it."""
        there, trouble = self._found()
        return there and not trouble

    def trouble(self) -> str:
        """The reason why stored discussions can't be read; empty if they can, or if there are none."""
        return self._found()[1]

    def _found(self) -> tuple[bool, str]:
        """Whether there is a database, and why it can't be read; looked at once for a moment."""
        return self._worktree.once("discussions", self._look_at_database)

    def _look_at_database(self) -> tuple[bool, str]:
        """Whether there is a database, and why it can't be read; empty if it can."""
        if not self._worktree.is_there(self.database.path):
            return False, ""
        try:
            self.views.check_readable(self.database)
            if not self._applied:  # what the settings say now counts before anything is read
                self.store.apply_members()
                self._applied = True
        except StorageError as error:
            return True, str(error)
        return True, ""

    def closed_with(self, commits: frozenset[str]) -> frozenset[str]:
        """The commits whose pull request was closed without being merged, as far as it was read."""
        return self.store.closed_with(commits) if commits and self.exists() else frozenset()

    def merged_heads(self) -> frozenset[str]:
        """The last commits of pull requests that were merged, and approved by another one of the project."""
        return self.store.merged_heads() if self.exists() else frozenset()

    def are_unjudged(self) -> bool:
        """Whether outsiders wrote texts that no model has judged yet."""
        return self.exists() and ForgeServices.of(self._services).text_judge.lacks_any(self.database)

    @property
    def are_configured(self) -> bool:
        """Whether the user's file names any repository; without importing anything for it."""
        return bool(self._settings.forges)

    def are_due(self) -> bool:
        """Whether a repository of the user's file is to be read; nothing is imported where it names none."""
        return self.are_configured and bool(ForgeServices.of(self._services).forge_sync.due())

    def named(self) -> "NamedDiscussions | None":
        """The finder of discussions by their names; None where none are kept."""
        return ForgeServices.of(self._services).named_discussions if self.exists() else None

    def sources(self) -> "tuple[Source, ...]":
        """The sources that bring the index of discussions up to date; none where none are kept."""
        return ForgeServices.of(self._services).discussion_sources if self.exists() else ()

    @property
    def store(self) -> "DiscussionStore":
        """The store that keeps discussions and finds them by name."""
        return ForgeServices.of(self._services).discussion_store

    @property
    def views(self) -> "DiscussionViews":
        """The part that tells which discussions a view shows."""
        return ForgeServices.of(self._services).discussion_views

    @property
    def retriever(self) -> "HybridRetriever":
        """The search over discussions that a default answer may have. Ask `exists` first: a search makes the file."""
        return ForgeServices.of(self._services).discussion_retriever

    @property
    def retriever_of_all(self) -> "HybridRetriever":
        """The search over all texts, also outsiders' without an answer, and those that may instruct readers."""
        return ForgeServices.of(self._services).retriever_of_all_discussions


def open_discussions(discussions: KeptDiscussions) -> "OpenNamed":
    """A function that gives the finder of discussions; it gives None where none are kept."""
    return discussions.named


def sources(workspace: "Workspace") -> "tuple[Source, ...]":
    """The sources that bring the index of discussions up to date."""
    return ForgeServices.of(workspace).discussions.sources()


def databases(workspace: "Workspace") -> "tuple[Database, ...]":
    """The database of discussions."""
    kept = ForgeServices.of(workspace).discussions
    return (kept.database,) if kept.exists() else ()


def closed_commits(workspace: "Workspace", commits: frozenset[str]) -> frozenset[str]:
    """The commits whose pull request was closed without a merge."""
    return ForgeServices.of(workspace).discussions.closed_with(commits)


def merged_heads(workspace: "Workspace") -> frozenset[str]:
    """The last commits of pull requests that were approved and merged."""
    return ForgeServices.of(workspace).discussions.merged_heads()


def due_reading(workspace: "Workspace") -> tuple[str, ...]:
    """The reading of forges, if a repository is due or a text waits to be judged."""
    kept = ForgeServices.of(workspace).discussions
    return ("forges",) if kept.are_due() or kept.are_unjudged() else ()


def summaries(workspace: "Workspace") -> Iterator[str]:
    """What is kept of each repository, in a line."""
    services = ForgeServices.of(workspace)
    if services.discussions.exists():
        yield from (f"Discussions of {one.summary}." for one in services.discussion_store.repositories())


def kept(workspace: "Workspace") -> Iterator[Check]:
    """Doctor's checks of stored discussions: one for each repository; none where no forge was named."""
    services = ForgeServices.of(workspace)
    if trouble := services.discussions.trouble():
        yield Check("discussions", False, trouble, "readable", "`scrubjay doctor --repair` keeps every readable row")
        return
    for one in services.discussion_store.repositories() if services.discussions.exists() else ():
        yield Check("discussions", True, one.summary, "", f"last reading: {one.note}" if one.note else "")


def unread(workspace: "Workspace") -> Iterator[Check]:
    """Doctor's checks of repositories that aren't read to their end, or whose forge asked to wait."""
    services = ForgeServices.of(workspace)
    if not services.discussions.are_configured or services.discussions.trouble():
        return
    for target in services.forge_sync.targets():
        at = services.forge_sync.bookmark(target.name)
        if at.waits or at.round:
            why = at.waits or "the reading isn't at its end"
            forget = f"; `scrubjay forge forget {target.name}` ends the wait, with all that was read" * bool(at.waits)
            yield Check("forges", True, f"{target.name}: {why}", "", f"`scrubjay forge sync` goes on{forget}")


def repaired(workspace: "Workspace") -> Iterator[str]:
    """Make the full-text index of discussions anew; says what was done."""
    services = ForgeServices.of(workspace)
    if services.discussions.exists():
        rebuild(workspace.forge_database)
        texts = services.discussion_store.catch_up()
        yield f"full text of discussions, {counted(texts, 'text')} anew"
