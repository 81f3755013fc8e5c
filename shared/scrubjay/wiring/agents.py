"""The services of agents: who calls, and what one leaves for another."""

from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay.agents import AgentRegistry, Callers
    from scrubjay.agents.audit import AgentAudit


class AgentServices:
    """Identity of agents in one worktree; nothing is opened or made while nobody asks."""

    def __init__(self, inputs: WorktreeInputs) -> None:
        self._inputs = inputs

    @on_first_use
    def registry(self) -> "AgentRegistry":
        """The agents of the home and their sessions."""
        from scrubjay.agents import AgentRegistry

        return AgentRegistry(self._inputs.shared.home, self._inputs.shared.clock)

    @on_first_use
    def audit(self) -> "AgentAudit":
        """What agents did and were refused."""
        from scrubjay.agents.audit import AgentAudit

        return AgentAudit(self._inputs.stores.session, self._inputs.shared.clock)

    @on_first_use
    def callers(self) -> "Callers":
        """Finds the agent and the session of a call."""
        from scrubjay.agents import Callers

        shared = self._inputs.shared
        return Callers(
            self.registry,
            shared.rates,
            shared.clock,
            owner=shared.settings.user_id,
            project=self._inputs.project.id,
            denied=self.audit.denied,
        )
