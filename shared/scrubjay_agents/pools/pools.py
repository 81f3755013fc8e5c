"""The pools of a project and their members: create, list, join, leave."""

from uuid import uuid4

from scrubjay.errors import AnotherOwner, LimitExceeded, PermissionDenied, UsageError
from scrubjay.identity.agents.callers import Callers
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.grounding.injection import forbid_instructions
from scrubjay.model.agent import AgentType, Caller, Capability
from scrubjay.model.pattern import pattern
from scrubjay.model.pool import MemoryPool, PoolMember, PoolPermission, PoolScope
from scrubjay.storage.driver import Connection
from scrubjay_agents.pools.gate import PoolGate, Q, opened_of, pool_of, reaches
from scrubjay_agents.pools.naming import checked_name, may_take, no_pool
from scrubjay_agents.pools.sharing import PoolEntry

MOST_POOLS = 10_000
MOST_MEMBERS = 1_000

_AGENT = pattern(r"[0-9a-f]{32}")


class Pools:
    """The pools of one project, for whichever agent asks.

    `is_child` tells whether a caller's session registered an agent: it may act with that one's id. `whole_id` completes
    the id of an agent.
    """

    def __init__(self, pool_gate: PoolGate, agent_registry: AgentRegistry, callers: Callers) -> None:
        self._gate = pool_gate
        self._registry = agent_registry
        self._whole_id = callers.whole_id

    def list(self, caller: Caller) -> tuple[PoolEntry, ...]:
        """The pools that reach an agent, by name; what it may do in each."""
        params = {"project": self._gate.project, "agent": caller.agent}
        rows = self._gate.database.read(lambda c: c.execute(Q.pools, params).fetchall())
        entries = [(opened_of(row, caller), row) for row in rows]
        return tuple(
            PoolEntry(opened.pool, opened.permission, row["members"], row["shared"])
            for opened, row in entries
            if reaches(opened.pool, caller)
        )

    def members(self, caller: Caller, called: str, limit: int = MOST_MEMBERS) -> tuple[PoolMember, ...]:
        """Who is in a pool that the caller is in; a person is in every one. Raises PermissionDenied, UsageError."""

        def read(connection: Connection) -> tuple[PoolMember, ...]:
            pool = self._gate.enter(connection, caller, called, PoolPermission.READ)
            rows = connection.execute(Q.members, {"pool": pool.number, "limit": limit}).fetchall()
            return tuple(PoolMember(row["agent"], PoolPermission(row["permission"]), row["joined_at"]) for row in rows)

        with self._gate.guarded(caller, called, "members", Capability.MEMORY_READ):
            return self._gate.database.read(read)

    def create(self, caller: Caller, name: str, scope: str = "project", owner: str = "") -> MemoryPool:
        """Make a pool with the caller as its ADMIN. Raises UsageError, LimitExceeded, NotAllowed."""
        wanted, called = PoolScope.of(scope), checked_name(name)

        def work(connection: Connection) -> MemoryPool:
            self._gate.trusted(connection, caller)
            params = {"project": self._gate.project}
            if connection.execute(Q.count_pools, params).fetchone()[0] >= MOST_POOLS:
                raise LimitExceeded(
                    f"This project has {MOST_POOLS:,} pools. Leave one that nobody needs: a pool without members goes."
                )
            for row in connection.execute(Q.called_so, params | {"name": called}).fetchall():
                if reaches(pool_of(row), caller):
                    raise UsageError(
                        f"A pool is called {called!r} already: {row['id']}. Join it, or give another name."
                    )
            made = connection.execute(
                Q.add_pool,
                {
                    "id": uuid4().hex, "project": self._gate.project, "name": called, "scope": int(wanted),
                    "owner": caller.owner, "creator": caller.agent, "at": self._gate.now(),
                },
            ).fetchone()  # fmt: skip
            pool = pool_of(made)
            self._put_member(connection, pool, caller.agent, PoolPermission.ADMIN)
            self._record(connection, caller, pool, "create", scope=str(wanted))
            return pool

        with self._gate.guarded(caller, called, "create", Capability.POOL_MANAGE):
            if owner not in ("", caller.owner):
                raise AnotherOwner
            forbid_instructions([("name", called)], by_person=caller.type is AgentType.HUMAN)
            return self._gate.database.write(work)

    def join(
        self, caller: Caller, called: str, permission: str = "read", agent: str = ""
    ) -> tuple[MemoryPool, PoolPermission]:
        """Let an agent into a pool, the caller unless another one is named, which needs ADMIN unless it is its child.

        An agent gives itself, and its children, at most WRITE. Raises UsageError, LimitExceeded, PermissionDenied.
        """
        wanted, who = PoolPermission.of(permission), self._agent_id(agent, caller)
        own = self._is_own(caller, who)

        def work(connection: Connection) -> tuple[MemoryPool, PoolPermission]:
            opened = self._gate.find(connection, caller, called)
            pool, held = opened.pool, opened.permission
            if not own:
                self._gate.enter(connection, caller, called, PoolPermission.ADMIN)
            if who != caller.agent and pool.scope is PoolScope.AGENT_PRIVATE:
                raise UsageError(f"The pool {pool.name!r} is agent-private: nobody else can join it.")
            if own and not may_take(wanted, held):
                raise PermissionDenied(
                    f"An agent gives itself at most {PoolPermission.WRITE} in a pool; one with "
                    f"{PoolPermission.ADMIN} gives more: join_pool with permission and agent_id."
                )
            params = {"pool": pool.number, "agent": who}
            before = connection.execute(Q.member, params).fetchone()
            counts = connection.execute(Q.count_members, params).fetchone()
            if before is None and counts["members"] >= MOST_MEMBERS:
                raise LimitExceeded(f"The pool {pool.name!r} has {MOST_MEMBERS:,} members. leave_pool frees a place.")
            was = PoolPermission(before["permission"]) if before else None
            given = max(wanted, was or wanted) if own else wanted
            if was is PoolPermission.ADMIN and given < was and counts["admins"] == 1:
                raise UsageError(_LAST_ADMIN)
            self._put_member(connection, pool, who, given)
            self._record(connection, caller, pool, "join", agent=who, permission=str(given))
            return pool, given

        with self._gate.guarded(caller, called, "join", Capability.POOL_MANAGE):
            return self._gate.database.write(work)

    def leave(self, caller: Caller, called: str, agent: str = "") -> MemoryPool:
        """Let an agent out of a pool, the caller unless another one is named, which needs ADMIN unless it is its child.

        What it shared for others stays; a pool without members goes, its memories stay. Raises UsageError,
        PermissionDenied.
        """
        who = self._agent_id(agent, caller)
        own = self._is_own(caller, who)

        def work(connection: Connection) -> MemoryPool:
            opened = self._gate.find(connection, caller, called)
            pool = opened.pool if own else self._gate.enter(connection, caller, called, PoolPermission.ADMIN)
            params = {"pool": pool.number, "agent": who}
            member = connection.execute(Q.member, params).fetchone()
            if member is None:
                raise PermissionDenied(no_pool(called))
            counts = connection.execute(Q.count_members, params).fetchone()
            if member["permission"] == PoolPermission.ADMIN and counts["admins"] == 1 and counts["members"] > 1:
                raise UsageError(_LAST_ADMIN)
            for statement in (Q.drop_member, Q.drop_private):
                connection.execute(statement, params)
            if counts["members"] == 1:
                connection.execute(Q.drop_pool, params)
            self._record(connection, caller, pool, "leave", agent=who)
            return pool

        with self._gate.guarded(caller, called, "leave", Capability.POOL_MANAGE):
            return self._gate.database.write(work)

    def _agent_id(self, agent: str, caller: Caller) -> str:
        """The whole id of a named agent; the caller's for an empty name. Raises UsageError."""
        who = self._whole_id(caller, agent) or caller.agent
        if not _AGENT.fullmatch(who):
            raise UsageError(f"No agent has an id that begins with {agent[:40]!r}. get_agents_for_user lists them.")
        return who

    def _is_own(self, caller: Caller, agent: str) -> bool:
        """Whether an agent is the caller itself or a child of its session."""
        return agent == caller.agent or self._registry.child(caller.session, agent) is not None

    def _put_member(self, connection: Connection, pool: MemoryPool, agent: str, permission: PoolPermission) -> None:
        """Store an agent's permission in a pool."""
        params = {"pool": pool.number, "agent": agent, "permission": int(permission), "at": self._gate.now()}
        connection.execute(Q.put_member, params)

    def _record(
        self, connection: Connection, caller: Caller, pool: MemoryPool, action: str, **metadata: object
    ) -> None:
        """Add a record of an action on a pool to the audit."""
        self._gate.record(connection, AuditEvent.POOL_OPERATION, caller, pool.id, action, "done", **metadata)


_LAST_ADMIN = (
    f"That is the pool's only member with {PoolPermission.ADMIN}. Give it to another one first: join_pool with "
    "permission and agent_id."
)
