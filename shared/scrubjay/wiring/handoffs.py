"""Makers of what registers agents and hands work over in a worktree."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from scrubjay.agents.audit import AgentAudit
from scrubjay.agents.callers import Callers
from scrubjay.agents.directory import AgentDirectory
from scrubjay.agents.registry import AgentRegistry
from scrubjay.defence import SessionWindows
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.handoffs.ground import HandoffGround
from scrubjay.handoffs.manager import HandoffManager
from scrubjay.handoffs.store import HandoffStore
from scrubjay.model.clock import Clock
from scrubjay.sessions.quarantined import names
from scrubjay.sessions.tasks import Tasks
from scrubjay.storage import Database

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def handoffs(
    handoff_store: HandoffStore, callers: Callers, agent_registry: AgentRegistry, agent_audit: AgentAudit, git: Git,
    repository: Repository, tasks: Tasks, services: "Workspace",
) -> HandoffManager:  # fmt: skip
    def standing(ids: Collection[str]) -> dict[str, str]:
        """How some memories stand here; empty where they hold."""
        found = services.memories.of_ids(ids)
        fallen = set(services.grades.downgraded(services.documents.view())) & set(ids)
        return {
            id: "not known here" if id not in found
            else "its source has changed" if found[id].status == "active" and id in fallen
            else "" if found[id].status == "active"
            else found[id].status.value
            for id in ids
        }  # fmt: skip

    return HandoffManager(
        store=handoff_store,
        callers=callers,
        registry=agent_registry,
        audit=agent_audit,
        ground=HandoffGround(git, repository, standing),
        tasks=tasks,
        memory_id=lambda id: services.memories.get(id).id,
    )


def agent_directory(
    agent_registry: AgentRegistry, callers: Callers, agent_audit: AgentAudit, session_windows: SessionWindows,
    clock: Clock, session_database: Database,
) -> AgentDirectory:  # fmt: skip
    return AgentDirectory(
        agent_registry, callers, agent_audit, windows=session_windows, clock=clock,
        quarantined=lambda: session_database.read(names)
    )  # fmt: skip
