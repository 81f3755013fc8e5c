"""Agents as tools and commands show them: registered, listed, forgotten, each within what the caller may see."""

from collections.abc import Callable, Iterable, Sequence, Set

from scrubjay.errors import AnotherOwner, NotAllowed, PermissionDenied, UnknownAgent, UsageError
from scrubjay.extensions.kinds.memories import ListGuard
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers
from scrubjay.identity.agents.registry import Agent, AgentRegistry, AgentSession
from scrubjay.memory.grounding.injection import forbid_instructions
from scrubjay.model.agent import UNDELEGATED, AgentType, Caller, Capability
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.model.of_extensions import GuardVerdict
from scrubjay.session.tasks.quarantined import names
from scrubjay.storage.database import Database
from scrubjay_agents.suspicion import SessionWindows, WindowGuard

REFUSED = "The list of agents isn't shown now: {signals}. The attempt was recorded."
CUT = "cut to {most}, because queries of the last ten minutes look like taking everything out: {signals}"


@dataclass(frozen=True, slots=True)
class ListedAgents:
    """Agents, the oldest first. `cut` says why some are left out; empty where none are."""

    agents: tuple[Agent, ...]
    cut: str = ""


class AgentDirectory:
    """Registers and shows agents of one project; every refusal is recorded.

    `guards` judge what of the list an agent may see, `quarantined` are the names of whom no agent is told.
    """

    def __init__(
        self, registry: AgentRegistry, callers: Callers, audit: AgentAudit, *, quarantined: Callable[[], Set[str]],
        guards: Sequence[ListGuard] = (),
    ) -> None:  # fmt: skip
        self._registry = registry
        self._callers = callers
        self._audit = audit
        self._guards = guards
        self._quarantined = quarantined

    def register(
        self, caller: Caller, type: AgentType, name: str = "", owner: str = "",
        capabilities: Iterable[Capability] = (),
    ) -> Agent:  # fmt: skip
        """Register an agent that this session may act for; only a person gives `capabilities`.

        Raises PermissionDenied, UsageError, LimitExceeded.
        """
        if type is not AgentType.HUMAN and (kept := sorted(UNDELEGATED.intersection(capabilities))):
            raise UsageError(f"Only a person has {' and '.join(kept)}: leave that out.")
        try:
            if capabilities and caller.type is not AgentType.HUMAN:
                raise PermissionDenied("Only a person at a terminal says what an agent may do. Leave --capability out.")
            forbid_instructions([("name", name)], by_person=caller.type is AgentType.HUMAN)
            agent = self._registry.register(caller, type, name, owner)
        except PermissionDenied:
            self._audit.denied(caller, f"{type}:{name}", "register")
            raise
        if capabilities:
            self._registry.allow(agent, capabilities)
        self._audit.authenticated(caller, agent.id, "register")
        return self._registry.get(agent.id) or agent

    def info(self, caller: Caller, id: str = "") -> tuple[Agent, tuple[AgentSession, ...]]:
        """An agent with its running sessions. Raises PermissionDenied."""
        acting = self._callers.acting(caller, id, what="info")
        agent = self._registry.get(acting.agent)
        if agent is None:
            raise UnknownAgent
        return agent, self._registry.sessions(agent.id)

    def of_user(self, caller: Caller, user: str = "") -> ListedAgents:
        """The agents of the home's user in this project; an agent is told of no quarantined one.

        Raises PermissionDenied for another user, NotAllowed where the session takes everything out.
        """
        if user not in ("", caller.owner):
            for guard in self._guards:
                guard.attempted(caller.session, user)
            self._audit.denied(caller, user, "list agents")
            raise AnotherOwner
        agents = self._registry.of_owner(caller.owner, caller.project)
        if caller.type is AgentType.HUMAN:
            return ListedAgents(agents)
        quarantined = self._quarantined()
        return self._defended(caller, [agent for agent in agents if not quarantined & {agent.id, agent.parent}])

    def _defended(self, caller: Caller, agents: Sequence[Agent]) -> ListedAgents:
        """The part of a list of agents that the strictest guard lets a caller see. Raises NotAllowed."""
        verdicts = [guard.judge(caller.session, {agent.id for agent in agents}) for guard in self._guards]
        if refused := next((verdict for verdict in verdicts if verdict.refused), None):
            self._audit.denied(caller, caller.owner, "list agents")
            raise NotAllowed(REFUSED.format(signals=refused.signals))
        bounded = [verdict for verdict in verdicts if verdict.most is not None]
        judged = min(bounded, key=lambda verdict: verdict.most or 0, default=GuardVerdict())
        shown = tuple(agents[: judged.most])
        if not judged.signals:
            return ListedAgents(shown)
        self._audit.cut(caller, caller.owner, judged.signals)
        return ListedAgents(shown, CUT.format(most=judged.most, signals=judged.signals))

    def unregister(self, caller: Caller, id: str) -> None:
        """Forget an agent, with its sessions: the caller's, one that it registered, or any one by a person.

        Raises PermissionDenied.
        """
        if caller.type is not AgentType.HUMAN:
            self._callers.acting(caller, id, what="unregister")
        agent = self._registry.get(self._callers.whole_id(caller, id))
        if agent is None or (agent.owner, agent.project) != (caller.owner, caller.project):
            self._audit.denied(caller, id, "unregister")
            raise UnknownAgent
        self._registry.unregister(agent.id)
        self._audit.authenticated(caller, agent.id, "unregister")

    def require_person(self, caller: Caller, what: str) -> None:
        """Raises PermissionDenied for anybody but a person."""
        if caller.type is not AgentType.HUMAN:
            self._audit.denied(caller, "", what)
            raise PermissionDenied(f"Only a person at a terminal may {what}.")


def agent_directory(
    agent_registry: AgentRegistry, callers: Callers, agent_audit: AgentAudit, session_windows: SessionWindows,
    clock: Clock, session_database: Database,
) -> AgentDirectory:  # fmt: skip
    """The directory of a project's agents, with its guards."""
    return AgentDirectory(
        agent_registry, callers, agent_audit, quarantined=lambda: session_database.read(names),
        guards=(WindowGuard(session_windows, clock),),
    )  # fmt: skip
