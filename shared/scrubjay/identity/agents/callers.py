"""Caller of a tool, and the agents for which it may act."""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from scrubjay.errors import LimitExceeded, PermissionDenied, StorageError, UnknownAgent
from scrubjay.identity.agents.calling import Calling, agent_name, agent_type, session_of
from scrubjay.identity.agents.registry import Agent, AgentRegistry
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import replace

WRITES = 60
READS = 600
WINDOW_S = 60

MAX_SESSIONS = 1_000
"""Sessions that one process remembers calls of; the one that called least recently is dropped."""


class Rates:
    """The calls of the last minute, of each session that this process serves. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: dict[tuple[str, bool], deque[datetime]] = {}

    def count(self, session: str, now: datetime, *, writes: bool) -> None:
        """Count a call. Raises LimitExceeded, which says how long to wait; a refused call isn't counted."""
        limit = WRITES if writes else READS
        with self._lock:
            calls = self._calls.pop((session, writes), None) or deque[datetime]()
            self._calls[session, writes] = calls
            while len(self._calls) > MAX_SESSIONS:
                del self._calls[next(iter(self._calls))]
            while calls and not 0 <= (now - calls[0]).total_seconds() < WINDOW_S:
                calls.popleft()  # also what lies in the future: the clock was set back
            if len(calls) >= limit:
                wait = WINDOW_S - int((now - calls[0]).total_seconds())
                kind = "writes" if writes else "reads"
                raise LimitExceeded(f"This session made {limit} {kind} within a minute. Try again in {wait} s.")
            calls.append(now)


SEEN_EVERY = timedelta(minutes=1)
"""A session's calls are recorded so often: a session ends after 30 minutes, and each record is a write."""

MAX_SEEN = 1_000


class Callers:
    """Finds the agent and the session of each call in one project. Thread-safe.

    `denied(caller, resource, what)` records a refusal; `seen(session)` is told of a session that called, once a minute.
    """

    def __init__(
        self,
        registry: AgentRegistry,
        rates: Rates,
        clock: Clock,
        *,
        owner: str,
        project: str,
        denied: Callable[[Caller, str, str], object] = lambda caller, resource, what: None,
        seen: Callable[[str], object] = lambda session: None,
    ) -> None:
        self._registry = registry
        self._rates = rates
        self._clock = clock
        self._owner = owner
        self._project = project
        self._denied = denied
        self._told = seen
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, str], datetime] = {}

    def of(self, calling: Calling, session: str = "", *, writes: bool = False) -> Caller:
        """The caller of a tool; `session` is the call's own argument. Raises LimitExceeded.

        The call counts towards the session's rate.
        """
        name, inferred = session_of(calling, session)
        process = calling.process if inferred else ""
        type = agent_type(calling.client, calling.configured)
        return self._known_caller(type, name, process, inferred, writes=writes, called=agent_name(calling))

    def of_type(self, type: AgentType, session: str, *, inferred: bool = False, writes: bool = True) -> Caller:
        """The caller of a command, whose type was found from the process itself."""
        return self._known_caller(type, session, "", inferred, writes=writes)

    def acting(self, caller: Caller, agent_id: str, *, what: str = "act for an agent") -> Caller:
        """The agent that a call is made for: the caller, or one that its session registered.

        Raises UnknownAgent, alike for an agent of somebody else and for one that doesn't exist.
        """
        whole = self.whole_id(caller, agent_id)
        if whole in ("", caller.agent):
            return caller
        child = self._registry.child(caller.session, whole)
        if child is None:
            self._denied(caller, agent_id, what)
            raise UnknownAgent
        return replace(as_caller(child, caller.session, inferred=caller.inferred), process=caller.process)

    def whole_id(self, caller: Caller, id: str) -> str:
        """The whole id of an agent of the caller's owner and project, by its first digits; else what was given."""
        return self._registry.whole_id(caller.owner, caller.project, id)

    def bind(self, calling: Calling, named: str, needed: Iterable[Capability], what: str) -> None:
        """Check that a call's agent may do what it needs. Raises PermissionDenied where it was registered without that.

        `named` is the session that the call names, which ends with an agent's id where it is made for a child.
        """
        type, session = agent_type(calling.client, calling.configured), session_of(calling)
        key: dict[str, str] = {"name": agent_name(calling), "session": session[0], "child": named.rpartition("/")[2]}
        for agent in self._registry.registered(self._owner, self._project, type=type, **key):
            caller = as_caller(agent, session[0], inferred=session[1])
            try:
                for capability in needed:
                    caller.require(capability)
            except PermissionDenied:
                self._denied(caller, what, "call")
                raise

    def renew(self, calling: Calling, session: str = "") -> None:
        """Record that a session is there, by any call; at most once a minute, and never an error of that call."""
        name, _ = session_of(calling, session)
        if self._due(("", name)):
            with suppress(StorageError):
                self._told(name)

    def _known_caller(
        self, type: AgentType, session: str, process: str, inferred: bool, *, writes: bool, called: str = ""
    ) -> Caller:
        """The caller of a session, found or added; counted, and recorded when that is due."""
        self._rates.count(session, self._clock(), writes=writes)
        agent = self._registry.find_or_add(self._owner, self._project, type, called)
        if self._due((agent.id, session)):
            self._registry.see(agent.id, session, inferred=inferred)
            self._told(session)
        return replace(as_caller(agent, session, inferred=inferred), process=process)

    def _due(self, key: tuple[str, str]) -> bool:
        """Whether a session is to be recorded again."""
        now = self._clock()
        with self._lock:
            last = self._seen.get(key)
            if last is not None and abs(now - last) < SEEN_EVERY:
                return False
            self._seen[key] = now
            while len(self._seen) > MAX_SEEN:
                del self._seen[next(iter(self._seen))]
            return True


def as_caller(agent: Agent, session: str, *, inferred: bool = False) -> Caller:
    """An agent in one of its sessions."""
    return Caller(
        agent=agent.id,
        type=agent.type,
        owner=agent.owner,
        project=agent.project,
        session=session,
        capabilities=agent.capabilities,
        name=agent.name,
        inferred=inferred,
    )
