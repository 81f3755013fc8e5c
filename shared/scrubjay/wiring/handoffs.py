"""Makers of what registers agents and hands work over in a worktree."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.model.clock import Clock
from scrubjay.session.tasks.quarantined import names
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database
from scrubjay_agents.defence import SessionWindows
from scrubjay_agents.defence.suspicion import WindowGuard
from scrubjay_agents.directory import AgentDirectory
from scrubjay_agents.handoffs.ground import HandoffGround
from scrubjay_agents.handoffs.manager import HandoffManager
from scrubjay_agents.handoffs.store import HandoffStore

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
        agent_registry, callers, agent_audit, quarantined=lambda: session_database.read(names),
        guards=(WindowGuard(session_windows, clock),),
    )  # fmt: skip
