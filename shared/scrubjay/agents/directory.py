"""Agents as tools and commands show them: registered, listed, forgotten, each within what the caller may see."""

from collections.abc import Iterable

from scrubjay.agents.audit import AgentAudit
from scrubjay.agents.callers import Callers
from scrubjay.agents.registry import Agent, AgentRegistry, AgentSession
from scrubjay.errors import AnotherOwner, PermissionDenied, UnknownAgent, UsageError
from scrubjay.model.agent import UNDELEGATED, AgentType, Caller, Capability


class AgentDirectory:
    """Registers and shows agents of one project; every refusal is recorded."""

    def __init__(self, registry: AgentRegistry, callers: Callers, audit: AgentAudit) -> None:
        self._registry = registry
        self._callers = callers
        self._audit = audit

    def register(
        self, caller: Caller, type: AgentType, name: str = "", owner: str = "",
        capabilities: Iterable[Capability] = (),
    ) -> Agent:  # fmt: skip
        """An agent that this session may act for; `capabilities`, where any are given, are a person's choice.

        Raises PermissionDenied, UsageError, LimitExceeded.
        """
        if type is not AgentType.HUMAN and (kept := sorted(UNDELEGATED.intersection(capabilities))):
            raise UsageError(f"Only a person has {' and '.join(kept)}: leave that out.")
        try:
            if capabilities and caller.type is not AgentType.HUMAN:
                raise PermissionDenied("Only a person at a terminal says what an agent may do. Leave --capability out.")
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

    def of_user(self, caller: Caller, user: str = "") -> tuple[Agent, ...]:
        """The agents of the home's user in this project. Raises PermissionDenied for another user."""
        if user not in ("", caller.owner):
            self._audit.denied(caller, user, "list agents")
            raise AnotherOwner
        return self._registry.of_owner(caller.owner, caller.project)

    def unregister(self, caller: Caller, id: str) -> None:
        """Forget an agent, with its sessions: the caller's, one that it registered, or any one by a person.

        Raises PermissionDenied.
        """
        if caller.type is not AgentType.HUMAN:
            self._callers.acting(caller, id, what="unregister")
        agent = self._registry.get(id)
        if agent is None or (agent.owner, agent.project) != (caller.owner, caller.project):
            self._audit.denied(caller, id, "unregister")
            raise UnknownAgent
        self._registry.unregister(id)
        self._audit.authenticated(caller, id, "unregister")

    def require_person(self, caller: Caller, what: str) -> None:
        """Raises PermissionDenied for anybody but a person."""
        if caller.type is not AgentType.HUMAN:
            self._audit.denied(caller, "", what)
            raise PermissionDenied(f"Only a person at a terminal may {what}.")
