"""What handing over does at home, wherever a handoff is kept: who may act, what is refused, and the branch's task."""

from collections.abc import Iterable

from scrubjay.errors import PermissionDenied, SpeaksToReader
from scrubjay.git.head import Head
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers
from scrubjay.memory.grounding.injection import forbid_instructions
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.session.tasks.earlier import DONE
from scrubjay.session.tasks.tasks import Tasks
from scrubjay_agents.handoffs.ground import HandoffGround
from scrubjay_agents.handoffs.handoff import Handoff
from scrubjay_agents.handoffs.parse import taken_over


class HandoffActing:
    """Acts of agents on handoffs in one worktree. Every refusal is recorded."""

    def __init__(self, callers: Callers, agent_audit: AgentAudit, handoff_ground: HandoffGround, tasks: Tasks) -> None:
        self._callers = callers
        self._audit = agent_audit
        self._ground = handoff_ground
        self._tasks = tasks

    def acting(self, caller: Caller, agent_id: str, needs: Capability | None, what: str) -> Caller:
        """The caller in the role of an agent that has a capability. Raises PermissionDenied."""
        agent = self._callers.acting(caller, agent_id, what=what)
        if needs is not None:
            self.require(agent, needs, agent_id, what)
        return agent

    def require(self, caller: Caller, capability: Capability, resource: str, what: str) -> None:
        """Raises PermissionDenied, and records it, where the caller lacks a capability."""
        try:
            caller.require(capability)
        except PermissionDenied:
            self.denied(caller, resource, what)
            raise

    def checked(self, caller: Caller, texts: Iterable[tuple[str, str]], what: str) -> None:
        """Refuse texts that would instruct their reader, and record that. Raises SpeaksToReader."""
        try:
            forbid_instructions(texts, by_person=caller.type is AgentType.HUMAN)
        except SpeaksToReader as error:
            self.denied(caller, str(error), what)
            raise

    def denied(self, caller: Caller, resource: str, what: str) -> None:
        """Record that a caller wasn't allowed an action."""
        self._audit.denied(caller, resource, what)

    def finish(self, handoff: Handoff, caller: Caller, how: str = DONE) -> None:
        """Mark the task of an ended handoff as no longer the task of its branch."""
        head = self._ground.head()
        self._tasks.finish(handoff.id, head.branch, head.commit, caller.session, how)

    def take_over(self, handoff: Handoff, head: Head, session: str) -> None:
        """Make the handoff's task, files and memories those of the branch that it was taken on."""
        change, save = taken_over(handoff, self._tasks.get(head.branch, head.commit), session)
        self._tasks.set(head.branch, head.commit, change, writer=handoff.sender_session)
        self._tasks.save(head.branch, head.commit, save, writer=handoff.sender_session)
