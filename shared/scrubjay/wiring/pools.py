"""The services of pools: their members, what is shared in them, and what they answer."""

from typing import TYPE_CHECKING

from scrubjay.wiring.agents import AgentServices
from scrubjay.wiring.context import ContextServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrubjay.model.agent import Caller
    from scrubjay.recall import RecallRequest
    from scrubjay_agents.pools.asking import PoolQueries
    from scrubjay_agents.pools.gate import PoolGate
    from scrubjay_agents.pools.pools import Pools
    from scrubjay_agents.pools.sharing import Sharing


class PoolServices:
    """The pools of a project, as one worktree sees what is shared in them."""

    def __init__(
        self,
        inputs: WorktreeInputs,
        *,
        knowledge: KnowledgeServices,
        memories: MemoryServices,
        context: ContextServices,
        agents: AgentServices,
    ) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories
        self._context = context
        self._agents = agents

    @on_first_use
    def members(self) -> "Pools":
        """Creates and lists pools, and lets agents in and out."""
        from scrubjay_agents.pools.pools import Pools

        return Pools(self._gate, self._is_child, self._agents.callers.whole_id)

    @on_first_use
    def sharing(self) -> "Sharing":
        """Shares memories."""
        from scrubjay_agents.pools.sharing import Sharing

        return Sharing(self._gate, self._memories.service)

    @on_first_use
    def queries(self) -> "PoolQueries":
        """Answers what agents ask."""
        from scrubjay_agents.pools.asking import PoolQueries

        memories = self._memories
        return PoolQueries(
            self._gate,
            memories.service,
            memories.grades,
            search=self._found,
            view=self._knowledge.documents.view,
            hidden=lambda commit: memories.branches.at(commit).hidden,
            windows=self._agents.windows,
        )

    @on_first_use
    def _gate(self) -> "PoolGate":
        from scrubjay_agents.pools.gate import PoolGate

        inputs = self._inputs
        return PoolGate(inputs.stores.knowledge, inputs.project.id, inputs.shared.settings.user_id, inputs.shared.clock)

    def _is_child(self, caller: "Caller", agent: str) -> bool:
        return self._agents.registry.child(caller.session, agent) is not None

    def _found(self, request: "RecallRequest") -> "Sequence[str]":
        answer = self._context.recall.search(request)
        return [hit.id for hit in answer.memories]
