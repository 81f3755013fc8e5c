"""Makers of what takes back: forgetting of memories and of sessions, and the quarantine of what somebody wrote."""

from typing import TYPE_CHECKING

from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.extensions.loading import load, targets_of
from scrubjay.git.repository import Repository
from scrubjay.memory.lifecycle.erasing import Eraser
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.quarantine.quarantines import Quarantines
from scrubjay.model.project import Project
from scrubjay.session.conversations.conversations import Conversations
from scrubjay.session.tasks.forgetting import SessionForgetting
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.identity.agents.registry import AgentRegistry
    from scrubjay.wiring.workspace import Workspace


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
    """Extensions that are off are asked, too: what they kept of a session goes with it."""
    further = [forget for target in targets_of("session_forgetter") for forget in load(target)(session_database)]
    others = (ledger.forget, *further)
    return SessionForgetting(session_database, conversations, session_points, others, forget_words=ledger.clear)


def quarantine(
    memories: Memories, session_database: Database, agent_registry: "AgentRegistry", project: Project,
    user_settings: Settings,
) -> Quarantines:  # fmt: skip
    return Quarantines(memories, session_database, lambda: agent_registry.runs(project.id), user_settings.user_id)
