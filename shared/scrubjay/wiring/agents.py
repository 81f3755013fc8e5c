"""The services of agents: who calls, and what one leaves for another."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use
from scrubjay.wiring.sessions import SessionServices

if TYPE_CHECKING:
    from scrubjay.agents.audit import AgentAudit
    from scrubjay.agents.callers import Callers
    from scrubjay.agents.directory import AgentDirectory
    from scrubjay.agents.registry import AgentRegistry
    from scrubjay_agents.defence import SessionWindows
    from scrubjay_agents.handoffs.manager import HandoffManager
    from scrubjay_agents.handoffs.store import HandoffStore


class AgentServices:
    """Identity of agents in one worktree; nothing is opened or made while nobody asks."""

    def __init__(
        self,
        inputs: WorktreeInputs,
        *,
        knowledge: KnowledgeServices,
        memories: MemoryServices,
        sessions: SessionServices,
    ) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories
        self._sessions = sessions

    @on_first_use
    def registry(self) -> "AgentRegistry":
        """The agents of the home and their sessions."""
        from scrubjay.agents.registry import AgentRegistry

        return AgentRegistry(self._inputs.shared.home, self._inputs.shared.clock)

    @on_first_use
    def audit(self) -> "AgentAudit":
        """What agents did and were refused."""
        from scrubjay.agents.audit import AgentAudit

        return AgentAudit(self._inputs.stores.session, self._inputs.shared.clock)

    @on_first_use
    def callers(self) -> "Callers":
        """Finds the agent and the session of a call."""
        from scrubjay.agents.callers import Callers

        shared = self._inputs.shared
        return Callers(
            self.registry,
            shared.rates,
            shared.clock,
            owner=shared.settings.user_id,
            project=self._inputs.project.id,
            denied=self.audit.denied,
            seen=self.handoff_store.renew,
        )

    @on_first_use
    def handoff_store(self) -> "HandoffStore":
        """The handoffs of the project."""
        from scrubjay_agents.handoffs.store import HandoffStore

        return HandoffStore(self._inputs.stores.session, self._inputs.shared.clock, self.audit)

    def has_handoffs(self) -> bool:
        """Whether there has been a handoff in the project; who only asks that needs no caller."""
        from scrubjay_agents.handoffs.brief import has_any

        return has_any(self._inputs.stores.session)

    @on_first_use
    def handoffs(self) -> "HandoffManager":
        """Hands work over in this worktree."""
        from scrubjay_agents.handoffs.ground import HandoffGround
        from scrubjay_agents.handoffs.manager import HandoffManager

        memories, inputs = self._memories, self._inputs
        return HandoffManager(
            store=self.handoff_store,
            callers=self.callers,
            registry=self.registry,
            audit=self.audit,
            ground=HandoffGround(inputs.git, inputs.repository, self._standing),
            tasks=self._sessions.tasks,
            memory_id=lambda id: memories.service.get(id).id,
        )

    @on_first_use
    def directory(self) -> "AgentDirectory":
        """Registers and shows agents."""
        from scrubjay.agents.directory import AgentDirectory
        from scrubjay.sessions.quarantined import names
        from scrubjay_agents.defence.listed import WindowGuard

        session = self._inputs.stores.session
        return AgentDirectory(
            self.registry, self.callers, self.audit, quarantined=lambda: session.read(names),
            guards=(WindowGuard(self.windows, self._inputs.shared.clock),),
        )  # fmt: skip

    @on_first_use
    def windows(self) -> "SessionWindows":
        """What sessions asked of agents and pools in the last ten minutes."""
        from scrubjay_agents.defence import SessionWindows

        return SessionWindows()

    def _standing(self, ids: Collection[str]) -> dict[str, str]:
        """How some memories stand here; empty where they hold."""
        found = self._memories.service.of_ids(ids)
        fallen = set(self._memories.grades.downgraded(self._knowledge.documents.view())) & set(ids)
        return {
            id: "not known here" if id not in found
            else "its source has changed" if found[id].status == "active" and id in fallen
            else "" if found[id].status == "active"
            else found[id].status.value
            for id in ids
        }  # fmt: skip
