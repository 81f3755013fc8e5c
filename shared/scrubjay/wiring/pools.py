"""Makers of pools: their members, what is shared in them, and what they answer."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.identity.agents.callers import Callers
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.agent import Caller
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_agents.defence import SessionWindows
from scrubjay_agents.pools.asking import PoolQueries
from scrubjay_agents.pools.gate import PoolGate
from scrubjay_agents.pools.pools import Pools
from scrubjay_agents.pools.sharing import Sharing

if TYPE_CHECKING:
    from scrubjay.search.recall.answer import RecallRequest
    from scrubjay.wiring.workspace import Workspace


def pool_gate(knowledge_database: Database, project: Project, user_settings: Settings, clock: Clock) -> PoolGate:
    return PoolGate(knowledge_database, project.id, user_settings.user_id, clock)


def pools(pool_gate: PoolGate, agent_registry: AgentRegistry, callers: Callers) -> Pools:
    def is_child(caller: Caller, agent: str) -> bool:
        return agent_registry.child(caller.session, agent) is not None

    return Pools(pool_gate, is_child, callers.whole_id)


def sharing(pool_gate: PoolGate, memories: Memories) -> Sharing:
    return Sharing(pool_gate, memories)


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
