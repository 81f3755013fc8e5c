"""Makers of what a session's context is made of: its briefing, blocks for a prompt, reading of its turns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.context.blocks.contexts import Contexts, ContextSources
from scrubjay.context.briefing.briefer import Briefer
from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.context.extraction.extraction import Extraction
from scrubjay.context.extraction.stated import Stated
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.presence.clients import ClientSessions
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.clock import Clock
from scrubjay.model.grade import grade_named
from scrubjay.search.history.authors import People
from scrubjay.search.recall.recall import Recall
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.session.tasks.archive import TaskArchive
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.context.extraction.reader import ModelReader
    from scrubjay.memory.listing.needs import Need
    from scrubjay.model.view import View
    from scrubjay.wiring.workspace import Workspace


def briefer(
    session_database: Database, git: Git, repository: Repository, documents: Documents, retriever: HybridRetriever,
    recall: Recall, people: People, memories: MemoryReader, branches: WorktreeBranches, reviews: ReviewQueue,
    freshness: Freshness, grades: Grades, task_reader: TaskReader, session_points: SessionPoints,
    merged_tasks: TaskArchive, clock: Clock, user_settings: Settings, ledger: BriefingLedger,
    services: "Workspace",
) -> Briefer:  # fmt: skip
    def needs(view: "View") -> "Sequence[Need]":
        return services.needs(view)

    def proposed() -> tuple[str, str] | None:
        return next(filter(None, (line(services) for line in services.provided("briefing_line"))), None)

    sources = BriefingSources(
        session=session_database,
        git=git,
        repository=repository,
        documents=documents,
        retriever=retriever,
        recall=recall,
        people=people,
        memories=memories,
        branches=branches,
        reviews=reviews,
        freshness=freshness,
        grades=grades,
        tasks=task_reader,
        points=session_points,
        merged=merged_tasks,
        clock=clock,
        said=user_settings.memory.said == "show",
        min_grade=grade_named(user_settings.memory.min_grade),
        needs=needs,
        proposed=proposed,
    )
    return Briefer(sources, ledger)


def contexts(
    documents: Documents, memories: MemoryReader, grades: Grades, task_reader: TaskReader, turn_reader: TurnReader,
    recall: Recall, clock: Clock, user_settings: Settings
) -> Contexts:  # fmt: skip
    return Contexts(
        ContextSources(
            documents=documents,
            memories=memories,
            grades=grades,
            tasks=task_reader,
            turn_reader=turn_reader,
            search=recall.look,
            clock=clock,
            least=grade_named(user_settings.memory.min_grade),
        )
    )


def extraction(
    session_database: Database, turn_reader: TurnReader, memories: Memories, embedder: Embedder | None,
    model_reader: "ModelReader | None", client_sessions: ClientSessions, user_settings: Settings,
) -> Extraction:  # fmt: skip
    return Extraction(
        database=session_database,
        turn_reader=turn_reader,
        memories=memories,
        author=user_settings.user_id,
        stated=Stated(embedder),
        reader=model_reader,
        off=user_settings.extraction.by == "off",
        captured=lambda session: client_sessions.of_session(session) is not None,
    )
