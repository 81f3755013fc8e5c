"""The agents of a home and their sessions, in home.db."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import uuid4

from scrubjay.errors import AnotherOwner, LimitExceeded, PermissionDenied, UsageError
from scrubjay.model.agent import AgentType, Caller, Capability, default_capabilities
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.pattern import pattern
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)

MAX_AGENTS = 10_000
MAX_SESSIONS = 50_000
MAX_NAME = 100
MAX_LISTED = 1_000

_ID_LENGTH, _DIGITS = 32, 12
_SHORT = pattern(f"[0-9a-f]{{{LEAST_DIGITS},31}}")

SILENCE = timedelta(minutes=30)
"""After so long without a call a session has ended."""

KEPT = timedelta(days=30)
"""How long an ended session is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """A registered agent. `seen_at` is when one of its sessions last called; empty where none is known."""

    id: str
    owner: str
    type: AgentType
    project: str
    name: str
    capabilities: frozenset[Capability]
    parent: str
    created_at: str
    seen_at: str = ""

    @property
    def label(self) -> str:
        """The agent's type, followed by its name if it has one."""
        return f"{self.type}:{self.name}" if self.name else self.type.value


@dataclass(frozen=True, slots=True)
class AgentSession:
    """One run of an agent."""

    session: str
    inferred: bool
    began_at: str
    seen_at: str


class AgentRegistry:
    """Reads and writes the agents of all projects."""

    def __init__(self, home_database: Database, clock: Clock) -> None:
        self._home = home_database
        self._clock = clock

    def find_or_add(
        self, owner: str, project: str, type: AgentType, name: str = "", *, parent: str = "",
        capabilities: Iterable[Capability] | None = None,
    ) -> Agent:  # fmt: skip
        """The agent of an owner, project, type and name, made where there is none. Raises LimitExceeded, UsageError."""
        key = {"owner": owner, "project": project, "type": type.value, "name": checked_name(name)}
        row = self._home.read(lambda c: c.execute(Q.find_agent, key).fetchone())
        if row is not None:
            return _agent(row)
        may = default_capabilities(type) if capabilities is None else frozenset(capabilities)

        def add(connection: Connection) -> Agent:
            found = connection.execute(Q.find_agent, key).fetchone()
            if found is None:
                _check_room(connection, Q.count_agents, MAX_AGENTS, "agents", "`scrubjay agents unregister ID`")
                made = {"id": uuid4().hex, "capabilities": _json(may), "parent": parent}
                connection.execute(Q.add_agent, key | made | {"created_at": iso(self._clock())})
                found = connection.execute(Q.find_agent, key).fetchone()
            return _agent(found)

        return self._home.write(add)

    def register(self, caller: Caller, type: AgentType, name: str = "", owner: str = "") -> Agent:
        """Register an agent that this session may act for, with no more than the caller may do.

        Raises PermissionDenied for another owner, a person, and an agent that somebody else registered; a person may
        act for every agent of the home.
        """
        if owner not in ("", caller.owner):
            raise AnotherOwner
        if type is AgentType.HUMAN and caller.type is not AgentType.HUMAN:
            raise PermissionDenied("Nobody registers a person: whoever types `scrubjay` at a terminal is one.")
        may = default_capabilities(type) & caller.capabilities
        agent = self.find_or_add(caller.owner, caller.project, type, name, parent=caller.agent, capabilities=may)
        if agent.id == caller.agent:
            return agent
        if agent.parent != caller.agent and caller.type is not AgentType.HUMAN:
            raise PermissionDenied(
                f"{agent.label} is somebody else's already. Give another name: get_agents_for_user shows those taken."
            )
        params = {"session": caller.session, "agent": agent.id, "by": caller.agent}

        def put(connection: Connection) -> None:
            connection.execute(Q.add_child, params)
            connection.execute(Q.adopt, params)

        self._home.write(put)
        return agent

    def allow(self, agent: Agent, capabilities: Iterable[Capability]) -> None:
        """Set what an agent may do; only a person's command calls this."""
        params = {"id": agent.id, "capabilities": _json(capabilities)}
        self._home.write(lambda c: c.execute(Q.set_capabilities, params))

    def child(self, session: str, id: str) -> Agent | None:
        """The agent of an id if this session registered it, else None; both take the same time."""
        row = self._home.read(lambda c: c.execute(Q.child, {"session": session, "id": id}).fetchone())
        return None if row is None else _agent(row)

    def registered(
        self, owner: str, project: str, *, type: AgentType, name: str, session: str, child: str
    ) -> tuple[Agent, ...]:
        """The agents of a call that were registered, not only seen: its client's, and one of its session's."""
        params = {
            "owner": owner, "project": project, "type": type.value, "name": name, "session": session, "child": child,
        }  # fmt: skip
        rows = self._home.read(lambda c: c.execute(Q.registered, params).fetchall())
        return tuple(_agent(row) for row in rows)

    def get(self, id: str) -> Agent | None:
        """An agent by its id, whoever it belongs to."""
        row = self._home.read(lambda c: c.execute(Q.agent, {"id": id}).fetchone())
        return None if row is None else _agent(row)

    def whole_id(self, owner: str, project: str, id: str) -> str:
        """The whole id of the one agent of an owner whose id begins so; else what was given."""
        begin = id.strip().lower()
        if not _SHORT.fullmatch(begin):
            return begin
        params = {"owner": owner, "project": project, "begin": begin}
        rows = self._home.read(lambda c: c.execute(Q.begins, params).fetchall())
        return str(rows[0]["id"]) if len(rows) == 1 else begin

    def of_owner(self, owner: str, project: str, limit: int = MAX_LISTED) -> tuple[Agent, ...]:
        """The agents of an owner in a project, the oldest first."""
        params = {"owner": owner, "project": project, "limit": min(limit, MAX_LISTED)}
        rows = self._home.read(lambda c: c.execute(Q.agents_of, params).fetchall())
        return tuple(_agent(row, row["seen_at"]) for row in rows)

    def unregister(self, id: str) -> None:
        """Forget an agent with its sessions."""
        self._home.write(lambda c: c.execute(Q.drop_agent, {"id": id}))

    def see(self, agent: str, session: str, *, inferred: bool) -> None:
        """Record that a session called now. Raises LimitExceeded."""
        key = {"agent": agent, "session": session}

        def put(connection: Connection) -> None:
            now = self._now(connection)
            if connection.execute(Q.session, key).fetchone() is None:
                connection.execute(Q.drop_sessions, {"before": iso(now - KEPT)})
                connection.execute(Q.drop_children)
                _check_room(connection, Q.count_sessions, MAX_SESSIONS, "sessions", "`scrubjay agents cleanup`")
            connection.execute(Q.see_session, key | {"inferred": inferred, "at": iso(now)})

        self._home.write(put)

    def sessions(self, agent: str, limit: int = 20) -> tuple[AgentSession, ...]:
        """The sessions of an agent that haven't ended, the newest first."""
        return self._home.read(lambda c: _sessions(c, agent, iso(self._now(c) - SILENCE), limit))

    def last_sessions(self, agent: str, limit: int = 20) -> tuple[AgentSession, ...]:
        """The last sessions of an agent that are kept, ended ones too, the newest first."""
        return self._home.read(lambda c: _sessions(c, agent, "", limit))

    def runs(self, project: str) -> dict[str, frozenset[str]]:
        """The agents of a project but people, by id and by label, each with both and all its sessions."""
        found: dict[str, frozenset[str]] = {}
        for row in self._home.read(lambda c: c.execute(Q.runs, {"project": project}).fetchall()):
            label = f"{row['type']}:{row['name']}" if row["name"] else row["type"]
            for key in (row["id"], label):
                found[key] = found.get(key, frozenset()) | ({row["id"], label, row["session"]} - {None})
        return found

    def clients(self, project: str) -> dict[str, str]:
        """The client of each session of a project, by the first twelve characters of the session's id."""
        found: dict[str, str] = {}
        for label, sessions in sorted(self.runs(project).items()):
            for one in sessions - {label} if len(label) < _ID_LENGTH else ():
                found[one[:_DIGITS]] = label.partition(":")[0]
        return found

    def clean_up(self) -> int:
        """Forget every session that has ended; returns how many."""

        def drop(connection: Connection) -> int:
            dropped = connection.execute(Q.drop_sessions, {"before": iso(self._now(connection) - SILENCE)}).rowcount
            connection.execute(Q.drop_children)
            return int(dropped)

        return self._home.write(drop)

    def _now(self, connection: Connection) -> datetime:
        """The time, never before the highest that was seen."""
        highest = connection.execute(Q.last_seen).fetchone()["at"]
        now = self._clock()
        return max(now, datetime.fromisoformat(highest)) if highest else now


def checked_name(name: str) -> str:
    """An agent's name: one short line. Raises UsageError."""
    plain = name.strip()
    if len(plain) > MAX_NAME or not plain.isprintable():
        raise UsageError(f"The name of an agent must be one line of at most {MAX_NAME} characters.")
    return plain


def _check_room(connection: Connection, sql: str, most: int, what: str, free: str) -> None:
    """Raise LimitExceeded where as many rows are there as may be; `free` names the command that makes room."""
    if connection.execute(sql).fetchone()["count"] >= most:
        raise LimitExceeded(f"This home has {most:,} {what}, which is the limit. {free} frees some.")


def _sessions(connection: Connection, agent: str, since: str, limit: int) -> tuple[AgentSession, ...]:
    rows = connection.execute(Q.sessions_since, {"agent": agent, "since": since, "limit": limit}).fetchall()
    return tuple(AgentSession(row["session"], bool(row["inferred"]), row["began_at"], row["seen_at"]) for row in rows)


def _json(capabilities: Iterable[Capability]) -> str:
    return json.dumps(sorted(capability.value for capability in capabilities))


def _agent(row: Row, seen_at: str = "") -> Agent:
    return Agent(
        id=row["id"],
        owner=row["owner"],
        type=AgentType(row["type"]),
        project=row["project"],
        name=row["name"],
        capabilities=frozenset(Capability(name) for name in json.loads(row["capabilities"])),
        parent=row["parent"],
        created_at=row["created_at"],
        seen_at=seen_at,
    )
