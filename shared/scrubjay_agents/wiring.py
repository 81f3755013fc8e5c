"""Makers of the list of agents, of handoffs, and of pools with what is shared in them and what they answer."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.agent import Caller
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.session.tasks.quarantined import names
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_agents.defence import SessionWindows
from scrubjay_agents.defence.suspicion import WindowGuard
from scrubjay_agents.directory import AgentDirectory
from scrubjay_agents.handoffs.ground import HandoffGround
from scrubjay_agents.handoffs.manager import HandoffManager
from scrubjay_agents.handoffs.store import HandoffStore
from scrubjay_agents.pools.asking import PoolQueries
from scrubjay_agents.pools.gate import PoolGate
from scrubjay_agents.pools.pools import Pools

if TYPE_CHECKING:
    from scrubjay.search.recall.answer import RecallRequest
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


def pool_gate(knowledge_database: Database, project: Project, user_settings: Settings, clock: Clock) -> PoolGate:
    return PoolGate(knowledge_database, project.id, user_settings.user_id, clock)


def pools(pool_gate: PoolGate, agent_registry: AgentRegistry, callers: Callers) -> Pools:
    def is_child(caller: Caller, agent: str) -> bool:
        return agent_registry.child(caller.session, agent) is not None

    return Pools(pool_gate, is_child, callers.whole_id)


def pool_queries(
    pool_gate: PoolGate, memories: Memories, grades: Grades, documents: Documents, branches: WorktreeBranches,
    session_windows: SessionWindows, services: "Workspace",
) -> PoolQueries:  # fmt: skip
    def found(request: "RecallRequest") -> Sequence[str]:
        return [hit.id for hit in services.recall.search(request).memories]

    return PoolQueries(
        pool_gate,
        memories,
        grades,
        search=found,
        view=documents.view,
        hidden=lambda commit: branches.at(commit).hidden,
        windows=session_windows,
    )
