"""The services of one worktree, by name, with what makes each."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scrubjay.extensions.loading import asks_for
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.memory.review.claims import NothingProposed
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.wiring.home import HomeServices, Stores
from scrubjay.wiring.registry import made

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from scrubjay.context.blocks.contexts import Contexts, ContextSources
    from scrubjay.context.briefing.briefer import Briefer
    from scrubjay.context.briefing.sources import BriefingSources
    from scrubjay.context.briefing.told import BriefingLedger
    from scrubjay.context.extraction.extraction import Extraction
    from scrubjay.context.extraction.reader import ModelReader
    from scrubjay.context.extraction.stated import Stated
    from scrubjay.extensions.kinds import far, grounds
    from scrubjay.extensions.kinds.memories import Proposing, StandIn
    from scrubjay.git.ancestry import BaseTracker
    from scrubjay.git.worktree import Worktree
    from scrubjay.identity.agents.audit import AgentAudit
    from scrubjay.identity.agents.callers import Callers
    from scrubjay.identity.agents.registry import AgentRegistry
    from scrubjay.identity.insight.counting import EventCounts
    from scrubjay.inference.reranking import Reranker
    from scrubjay.knowledge.commits.commits import CommitIndex
    from scrubjay.knowledge.documents.documents import Documents
    from scrubjay.knowledge.documents.selection import Selection
    from scrubjay.knowledge.index.indexes import WantedPassages
    from scrubjay.knowledge.index.kinds import Policy
    from scrubjay.knowledge.index.sourced import SourcedTexts
    from scrubjay.knowledge.index.sources import Sources
    from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
    from scrubjay.memory.freshness.freshness import Freshness
    from scrubjay.memory.freshness.grades import Falls, Grades
    from scrubjay.memory.freshness.model_reading import GroundReader
    from scrubjay.memory.grounding.foreign import ForeignCitations
    from scrubjay.memory.grounding.verification import Check
    from scrubjay.memory.lifecycle.archive import MemoryArchive
    from scrubjay.memory.lifecycle.erasing import Eraser
    from scrubjay.memory.lifecycle.figures import MemoryFigures
    from scrubjay.memory.lifecycle.memories import Memories
    from scrubjay.memory.lifecycle.remembering import Validate
    from scrubjay.memory.listing.filters import MemoryListing
    from scrubjay.memory.listing.needs import Need, Needs
    from scrubjay.memory.quarantine.quarantines import Quarantines
    from scrubjay.memory.review.queue import ReviewQueue
    from scrubjay.memory.store.reader import MemoryReader
    from scrubjay.memory.store.scopes import MemoryStores
    from scrubjay.memory.store.visibility import WorktreeBranches
    from scrubjay.memory.store.visible import StandIns
    from scrubjay.memory.transcript.observer import Observer
    from scrubjay.model.evidence import CitationKind
    from scrubjay.model.grade import Grade
    from scrubjay.model.view import View
    from scrubjay.search.history.authors import Authors, People
    from scrubjay.search.history.search import HistorySearch
    from scrubjay.search.history.story import Stories
    from scrubjay.search.recall.answers import Answers
    from scrubjay.search.recall.conversations import ConversationSearch
    from scrubjay.search.recall.other_databases import SearchedApart, UserRetriever
    from scrubjay.search.recall.recall import Recall
    from scrubjay.search.recall.showing import PoolsOf
    from scrubjay.search.recall.story import Storyteller
    from scrubjay.search.recall.why_not import WhyNot
    from scrubjay.session.conversations.conversations import Conversations
    from scrubjay.session.conversations.summaries import Summaries
    from scrubjay.session.conversations.turns import TurnReader
    from scrubjay.session.tasks.archive import TaskArchive
    from scrubjay.session.tasks.branches import Lineages
    from scrubjay.session.tasks.commits import CommitSearch
    from scrubjay.session.tasks.forgetting import SessionForgetting
    from scrubjay.session.tasks.points import SessionPoints
    from scrubjay.session.tasks.reading import TaskReader
    from scrubjay.session.tasks.sent import SentTexts
    from scrubjay.session.tasks.tasks import Tasks
    from scrubjay.session.tasks.timeline import Timeline
    from scrubjay.storage.database import Database
    from scrubjay.storage.driver import Connection

_W, _K, _M = "scrubjay.wiring", "scrubjay.knowledge", "scrubjay.memory"
_R, _S = "scrubjay.search.recall", "scrubjay.session"


class WorktreeServices(HomeServices):
    """The core's services of one worktree.

    `refused` names settings that its configuration may not set. `enqueue(cause)` asks the worker to update its text and
    vectors, and starts a worker if none runs; `enqueue_soon` does so in a moment, for what nobody waits for, and
    `brief_soon` asks for the next briefing alone. The `reranker` is one for all retrievers, so that their scores
    compare.
    """

    repository: Repository = made()
    common_dir: "Path" = made()
    project: Project = made()
    roots: "frozenset[str]" = made()
    settings: Settings = made()
    refused: tuple[str, ...] = made()
    git: Git = made()
    worktree: "Worktree" = made()
    reranker: "Reranker | None" = made()
    enqueue: Callable[[str], None] = made()
    enqueue_search: Callable[[], None] = made()
    enqueue_soon: Callable[[str], None] = made()
    brief_soon: Callable[[str], None] = made()
    stores: Stores = made()
    knowledge_database: "Database" = made()
    session_database: "Database" = made()
    forge_database: "Database" = made()
    counts: "EventCounts" = made()

    # what the repository says
    base: "BaseTracker" = made("scrubjay.git.ancestry:BaseTracker")
    selection: "Selection" = made(
        f"{_K}.documents.selection:Selection", include="settings.ingestion.include",
        exclude="settings.ingestion.exclude", code="settings.ingestion.code", further="further_parsers.formats",
    )  # fmt: skip
    policy: "Policy" = made(
        f"{_K}.documents.policy:policy", settings="settings.ingestion", allowed="settings.privacy.allow",
        further="further_parsers",
    )  # fmt: skip
    documents: "Documents" = made(f"{_W}.documents:documents")
    branches: "WorktreeBranches" = made(f"{_W}.documents:branches")
    commits: "CommitIndex" = made("scrubjay.knowledge.commits.commits:CommitIndex")
    index_sources: "Sources" = made(f"{_W}.documents:index_sources")
    added_sources: "tuple[SourcedTexts, ...]" = made(f"{_W}.hosting:added_sources")
    wanted_passages: "WantedPassages" = made("scrubjay.knowledge.index.indexes:WantedPassages")
    retriever: "HybridRetriever" = made(f"{_W}.searching:retriever")

    # what was remembered
    memory_stores: "MemoryStores" = made(f"{_W}.memories:memory_stores")
    memory_reader: "MemoryReader" = made("scrubjay.memory.store.reader:MemoryReader")
    memories: "Memories" = made(f"{_W}.memories:memories")
    on_stored: "Callable[[bool], None]" = made(f"{_W}.memories:on_stored")
    memories_beginning: "Callable[[Collection[str]], tuple[str, ...]]" = made(f"{_W}.memories:memories_beginning")
    memory_archive: "MemoryArchive" = made("scrubjay.memory.lifecycle.archive:MemoryArchive")
    memory_figures: "MemoryFigures" = made("scrubjay.memory.lifecycle.figures:MemoryFigures")
    user_retriever: "UserRetriever" = made(
        f"{_R}.other_databases:UserRetriever", project="project.id", database="user_database",
        published="stand_ins.ids",
    )  # fmt: skip
    validate: "Validate" = made(f"{_W}.judging:validate")
    observer: "Observer | None" = made(f"{_W}.judging:observer")
    least_grade: "Grade" = made(f"{_W}.memories:least_grade")
    shows_said: bool = made(f"{_W}.memories:shows_said")
    freshness: "Freshness" = made(
        f"{_M}.freshness.freshness:Freshness", memories="memory_reader", shallow="repository.shallow", acted="last_act",
    )  # fmt: skip
    grades: "Grades" = made(f"{_W}.memories:grades")
    ground_reader: "GroundReader | None" = made(f"{_W}.memories:ground_reader")
    last_act: Callable[[], str] = made(f"{_W}.memories:last_act")
    falls: "Falls" = made("scrubjay.memory.freshness.grades:Falls")
    reviews: "ReviewQueue" = made(f"{_W}.upkeep:reviews")
    listed: "Callable[..., MemoryListing]" = made(f"{_W}.upkeep:memory_lister")
    needs: "Needs" = made("scrubjay.memory.listing.needs:Needs")
    eraser: "Eraser" = made(f"{_W}.upkeep:eraser")
    quarantine: "Quarantines" = made(f"{_W}.upkeep:quarantine")
    stand_ins: "StandIns" = made(f"{_W}.opening:stand_ins")
    left_in_git: Callable[[str], str] = made(f"{_W}.opening:left_in_git")

    # what sessions did and said
    lineages: "Lineages" = made("scrubjay.session.tasks.branches:lineages")
    task_reader: "TaskReader" = made("scrubjay.session.tasks.reading:TaskReader")
    tasks: "Tasks" = made(f"{_S}.tasks.tasks:Tasks")
    session_points: "SessionPoints" = made("scrubjay.session.tasks.points:SessionPoints")
    merged_tasks: "TaskArchive" = made("scrubjay.session.tasks.archive:TaskArchive")
    sent_texts: "SentTexts" = made(
        f"{_S}.tasks.sent:SentTexts", database="session_database",
        retention_days="user_settings.conversations.retention_days",
    )  # fmt: skip
    ledger: "BriefingLedger" = made("scrubjay.context.briefing.told:BriefingLedger")
    timeline: "Timeline" = made("scrubjay.session.tasks.timeline:Timeline")
    session_forgetting: "SessionForgetting" = made(f"{_W}.upkeep:session_forgetting")
    commit_search: "CommitSearch" = made("scrubjay.session.tasks.commits:CommitSearch")
    conversations: "Conversations" = made(
        f"{_S}.conversations.conversations:Conversations", database="session_database",
        retention_days="user_settings.conversations.retention_days", personal="user_settings.privacy.personal",
    )  # fmt: skip
    turn_reader: "TurnReader" = made("scrubjay.session.conversations.turns:TurnReader")
    conversation_retriever: "HybridRetriever" = made(f"{_W}.searching:conversation_retriever")
    conversation_search: "ConversationSearch" = made(
        f"{_R}.conversations:ConversationSearch", database="session_database", retriever="conversation_retriever",
        later="enqueue_search", grows="user_settings.conversations.index", far="far_conversations",
    )  # fmt: skip
    captured: Callable[[str], bool] = made(f"{_W}.sessions:has_captured_sessions")
    extracts_nothing: bool = made(f"{_W}.sessions:extracts_nothing")
    stated: "Stated" = made("scrubjay.context.extraction.stated:Stated")
    extraction: "Extraction" = made(
        "scrubjay.context.extraction.extraction:Extraction", database="session_database",
        author="user_settings.user_id", reader="model_reader", off="extracts_nothing",
    )  # fmt: skip
    model_reader: "ModelReader | None" = made(f"{_W}.memories:model_reader")
    shown_summaries: "Summaries | None" = made(f"{_W}.sessions:shown_summaries")
    turns_wait: Callable[[], bool] = made("scrubjay.context.extraction.read_marks:turns_wait")
    agent_registry: "AgentRegistry" = made("scrubjay.identity.agents.registry:AgentRegistry")
    agent_audit: "AgentAudit" = made("scrubjay.identity.agents.audit:AgentAudit")
    session_seen: Callable[[str], None] = made(f"{_W}.sessions:session_seen")
    callers: "Callers" = made(
        "scrubjay.identity.agents.callers:Callers", registry="agent_registry", owner="user_settings.user_id",
        project="project.id", denied="agent_audit.denied", seen="session_seen",
    )  # fmt: skip

    # what extensions add
    citation_readers: "tuple[grounds.CitationReader, ...]" = made("*citation_reader")
    citation_checks: "tuple[Mapping[CitationKind, Check], ...]" = made("*citation_check")
    foreign_citations: "ForeignCitations" = made(f"{_W}.hosting:foreign_citations")
    ground_texts: "tuple[grounds.GroundText, ...]" = made("*ground_text")
    files_for_memories: "tuple[StandIn[Connection], ...]" = made("*stand_in")
    history_sources: "tuple[grounds.HistorySource, ...]" = made("*history_source")
    searched_apart: "tuple[SearchedApart, ...]" = made("*searched_apart")
    document_notes: "tuple[grounds.DocumentNote, ...]" = made("*document_note")
    named_texts: "tuple[grounds.NamedTextReader, ...]" = made("*named_text")
    far_search: "tuple[far.FarSearch, ...]" = made("*far_search")
    far_memories: "tuple[far.FarMemories, ...]" = made("*far_memories")
    far_conversations: "tuple[far.FarConversations, ...]" = made("*far_conversations")

    # what a session is given
    authors: "Authors" = made("scrubjay.search.history.authors:Authors")
    people: "People" = made("scrubjay.search.history.authors:people")
    history_search: "HistorySearch" = made("scrubjay.search.history.search:HistorySearch", search="retriever.search")
    pools_of: "PoolsOf" = made(f"{_W}.answering:pools_of")
    recall: "Recall" = made(
        f"{_R}.recall:Recall", own="user_retriever", settings="settings.retrieval", later="enqueue_search",
        sources="index_sources", history="history_search", wanted="wanted_passages", said="shows_said",
        count="counts.count",
    )  # fmt: skip
    why_not: "WhyNot" = made(f"{_W}.answering:why_not")
    answers: "Answers" = made(f"{_W}.answering:answers")
    stories: "Stories" = made("scrubjay.search.history.story:Stories", search="retriever.search")
    storyteller: "Storyteller" = made(
        f"{_R}.story:Storyteller", searchable="recall.searchable", sources="index_sources"
    )
    briefing_needs: "Callable[[View], Sequence[Need]]" = made(f"{_W}.sessions:briefing_needs")
    briefing_line: Callable[[], tuple[str, str] | None] = made(f"{_W}.sessions:briefing_line")
    briefing_sources: "BriefingSources" = made(
        "scrubjay.context.briefing.sources:BriefingSources", session="session_database", tasks="task_reader",
        points="session_points", merged="merged_tasks", said="shows_said", min_grade="least_grade",
        needs="briefing_needs", proposed="briefing_line",
    )  # fmt: skip
    briefer: "Briefer" = made("scrubjay.context.briefing.briefer:Briefer", sources="briefing_sources")
    context_sources: "ContextSources" = made(
        "scrubjay.context.blocks.contexts:ContextSources", session="session_database", tasks="task_reader",
        search="answers.look", begin="retriever.begin", least="least_grade", summaries="shown_summaries",
    )  # fmt: skip
    contexts: "Contexts" = made("scrubjay.context.blocks.contexts:Contexts", materials="context_sources")


class Workspace(WorktreeServices):
    """The services for one worktree of one project, each made when it is first used."""

    @property
    def databases(self) -> "tuple[Database, ...]":
        """The databases of the project that are there."""
        return self.stores.used

    def provided(self, kind: str, of: str = "workspace") -> tuple[Callable[..., Any], ...]:
        """Functions of a kind from our own enabled extensions, whose first parameter is named `of`."""
        found = self._provided.get((kind, of))
        if found is None:
            own = (one.value for one in self.extensions.of_ours(kind))
            found = self._provided[kind, of] = tuple(one for one in own if asks_for(one, of))
        return found

    @cached_property
    def _provided(self) -> dict[tuple[str, str], tuple[Callable[..., Any], ...]]:
        """What `provided` has looked up: it is kept for as long as the extensions are."""
        return {}

    def shared_in(self, id: str) -> tuple[str, ...]:
        """Where a memory is shared, such as in which pools."""
        return tuple(name for names in self.provided("shared_in") for name in names(self, id))

    @property
    def proposals(self) -> "Proposing[Any]":
        """The proposals to others that wait for a person's word."""
        return next((proposals(self) for proposals in self.provided("proposal")), NothingProposed())

    def close(self) -> None:
        """End the threads of its services, after writes that are pending; what nobody used was never made."""
        used = self.registry.in_use()
        first = [used.pop(name) for name in ("contexts",) if name in used]  # they ask the others
        for service in (*first, *used.values()):
            if hasattr(service, "close"):
                service.close()
        if self.git.worktree is not None:
            self.git.worktree.close()
