"""Opens a pool for an agent, or refuses it: what isn't there and what isn't the agent's are answered alike."""

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from scrubjay.errors import NotAllowed, PermissionDenied, StorageError, UsageError
from scrubjay.identity.audit import AuditEvent, AuditRecord, AuditWriter
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, from_row
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.pool import MemoryPool, PoolPermission, PoolScope
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load
from scrubjay_agents.pools.naming import SHOWN, no_pool


def reaches(pool: MemoryPool, caller: Caller) -> bool:
    """Whether a pool's scope reaches an agent at all; a person reaches every pool of their own home."""
    if pool.owner != caller.owner or pool.project != caller.project:
        return False
    return pool.scope > PoolScope.AGENT_PRIVATE or pool.creator == caller.agent or caller.type is AgentType.HUMAN


def shown_up_to(pool: MemoryPool, asked: PoolScope | None) -> PoolScope:
    """The widest scope of an answer: the pool's, or the narrower one that was asked for."""
    return pool.scope if asked is None else min(pool.scope, asked)


Q = load(__package__)

MOST_IDS = 5


@dataclass(frozen=True, slots=True)
class OpenPool:
    """A pool that reaches an agent, and what it may do there; None: nothing until it joins."""

    pool: MemoryPool
    permission: PoolPermission | None


class NewestShare(NamedTuple):
    """A pool, and the number of the newest reference that another session made there; 0 for none."""

    number: int
    id: str
    name: str
    newest: int


class PoolGate:
    """Opens the pools of one project for agents of the home's owner. Every refusal is recorded."""

    def __init__(self, knowledge_database: Database, project: Project, user_settings: Settings, clock: Clock) -> None:
        self.database = knowledge_database
        self.project = project.id
        self._owner = user_settings.user_id
        self.clock = clock
        self._audit = AuditWriter(knowledge_database.path.parent / "audit")

    def pools_of(self, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The names of the pools that more than one agent may be in and that share some memories, by memory."""
        params = {"ids": json.dumps(sorted(ids))}
        names: dict[str, tuple[str, ...]] = {}
        for row in self.database.read(lambda c: c.execute(Q.pools_of_memories, params).fetchall()):
            names[row["id"]] = (*names.get(row["id"], ()), row["name"])
        return names

    def any(self) -> bool:
        """Whether any project of the database has a pool."""
        return bool(self.database.read(lambda c: c.execute(Q.any_pool).fetchone())["found"])

    def newest(self, caller: Caller) -> tuple[NewestShare, ...]:
        """The pools that a caller is in, each with the newest reference of another session."""
        params = {"agent": caller.agent, "session": caller.session, "project": self.project}
        return tuple(NewestShare(*row) for row in self.database.read(lambda c: c.execute(Q.newest_shares, params)))

    def now(self) -> str:
        """The present time as it is stored."""
        return iso(self.clock())

    @contextmanager
    def guarded(self, caller: Caller, called: str, action: str, capability: Capability) -> Iterator[None]:
        """Let an agent with a capability act on a pool; record it where that is refused."""
        try:
            caller.require(capability)
            if (caller.owner, caller.project) != (self._owner, self.project):
                raise PermissionDenied(no_pool(called))
            yield
        except (PermissionDenied, NotAllowed):
            with suppress(StorageError):  # a home that can't be written refuses all the same
                self.database.write(
                    lambda c: self.record(c, AuditEvent.PERMISSION_DENIED, caller, called, action, "refused")
                )
            raise

    def record(
        self, connection: Connection, event: AuditEvent, caller: Caller, resource: str, action: str, outcome: str,
        **metadata: object,
    ) -> None:  # fmt: skip
        """Add a record to the chain, inside a write transaction."""
        details = {"session": caller.session, "type": str(caller.type), **metadata}
        self._audit.add(connection, self.now(), event, caller.agent, resource, action, outcome, details)

    def recorded(self, event: AuditEvent, limit: int) -> tuple[AuditRecord, ...]:
        """The newest records of one kind, the newest first."""
        return self.database.read(lambda c: self._audit.newest(c, limit, event=event))

    def trusted(self, connection: Connection, caller: Caller) -> None:
        """Raises NotAllowed for a quarantined writer, whose words would be in answers once the quarantine is lifted."""
        row = connection.execute(Q.quarantined, {"agent": caller.agent, "session": caller.session}).fetchone()
        if row is not None:
            raise NotAllowed(
                f"{row['who']} is quarantined. A person lifts it: `scrubjay quarantine {row['who']} --lift`."
            )

    def find(self, connection: Connection, caller: Caller, called: str) -> OpenPool:
        """The pool that is called so, by id, its first eight digits or name, if it reaches the caller.

        Raises PermissionDenied, UsageError where several are called so.
        """
        params = {
            "project": self.project, "called": called.strip(), "agent": caller.agent, "least": LEAST_DIGITS,
        }  # fmt: skip
        rows = connection.execute(Q.find_pool, params).fetchall()
        found = [opened for row in rows if reaches((opened := opened_of(row, caller)).pool, caller)]
        joined = [opened for opened in found if opened.permission] or found
        if not joined:
            raise PermissionDenied(no_pool(called))
        if len(joined) > 1:
            ids = ", ".join(opened.pool.id[:12] for opened in joined[:MOST_IDS])
            raise UsageError(f"More than one pool is called {called[:SHOWN]!r}. Give one of these ids: {ids}.")
        return joined[0]

    def enter(self, connection: Connection, caller: Caller, called: str, needed: PoolPermission) -> MemoryPool:
        """The pool that is called so, where the caller has a permission. Raises PermissionDenied, UsageError."""
        opened = self.find(connection, caller, called)
        if opened.permission is None:
            raise PermissionDenied(no_pool(called))
        if opened.permission < needed:
            raise PermissionDenied(
                f"You have {opened.permission} in the pool {opened.pool.name!r}, and this needs {needed}. "
                f"An agent with {PoolPermission.ADMIN} gives it: join_pool with permission and agent_id."
            )
        return opened.pool


def pool_of(row: Row) -> MemoryPool:
    """The pool that a row holds."""
    return from_row(MemoryPool, row, scope=PoolScope(row["scope"]))


def opened_of(row: Row, caller: Caller) -> OpenPool:
    """The pool of a row that also holds what an agent was given as it joined, with what the agent may do there."""
    given = PoolPermission(row["permission"]) if row["permission"] else None
    pool = pool_of(row)
    held = PoolPermission.ADMIN if caller.type is AgentType.HUMAN else given
    return OpenPool(pool, held if reaches(pool, caller) else None)
