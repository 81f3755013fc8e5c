"""Makers of what keeps memories in order: lists, review, what needs a look, forgetting, quarantine."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.context.briefing.hearers import last_had
from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.extensions.loading import load, targets_of
from scrubjay.git.repository import Repository
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Falls, Grades
from scrubjay.memory.lifecycle.erasing import Eraser
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.listing.filters import ListFacts, ListFilters, MemoryListing
from scrubjay.memory.listing.memory_list import list_memories as list_memories
from scrubjay.memory.quarantine.quarantines import Quarantines
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.review.round import claim_context
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.project import Project
from scrubjay.session.conversations.conversations import Conversations
from scrubjay.session.tasks.forgetting import SessionForgetting
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.identity.agents.registry import AgentRegistry
    from scrubjay.wiring.workspace import Workspace


def memory_lister(
    memories: MemoryReader, grades: Grades, stand_ins: StandIns, documents: Documents, session_database: Database,
    falls: Falls,
) -> Callable[..., MemoryListing]:  # fmt: skip
    """A function that lists the memories that pass some filters, in order; `detailed`: with fall and last use."""

    def lists(filters: ListFilters, *, detailed: bool = False) -> MemoryListing:
        view = documents.view()
        facts = ListFacts(
            fallen=lambda: {one.moved.memory.id: one.fell_at for one in falls.of(view)},
            used=lambda ids: session_database.read(lambda c: last_had(c, ids)),
            detailed=detailed,
        )
        return list_memories(memories, grades, stand_ins, view, filters, facts)

    return lists


def reviews(
    memories: Memories, task_reader: TaskReader, session_points: SessionPoints, user_settings: Settings
) -> ReviewQueue:
    return ReviewQueue(
        memories, user_settings.user_id, lambda memory: claim_context(task_reader, session_points, memory)
    )


def eraser(memories: Memories, user_settings: Settings, repository: Repository, services: "Workspace") -> Eraser:
    return Eraser(
        memories,
        (user_settings.home, repository.worktree / ".agent" / "logs"),
        left_in_git=services.left_in_git,
        shared_in=services.shared_in,
    )


def session_forgetting(
    session_database: Database, conversations: Conversations, session_points: SessionPoints, ledger: BriefingLedger
) -> SessionForgetting:
    """What forgets a session everywhere, also what extensions that are off kept of it."""
    further = [forget for target in targets_of("session_forgetter") for forget in load(target)(session_database)]
    others = (ledger.forget, *further)
    return SessionForgetting(session_database, conversations, session_points, others, forget_words=ledger.clear)


def quarantine(
    memories: Memories, session_database: Database, agent_registry: "AgentRegistry", project: Project,
    user_settings: Settings,
) -> Quarantines:  # fmt: skip
    return Quarantines(memories, session_database, lambda: agent_registry.runs(project.id), user_settings.user_id)
