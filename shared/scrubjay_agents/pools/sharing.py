"""Shares a memory in a pool by reference; and what is told of pools, of what is shared and of answers."""

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.listing.filters import ListedMemory
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.agent import Caller, Capability
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import too_short_hint
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.pool import MemoryPool, PoolPermission, PoolScope
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection
from scrubjay_agents.pools.gate import PoolGate, Q


@dataclass(frozen=True, slots=True)
class PoolEntry:
    """A pool in a list: what the reader may do in it (None: join), how many members and references it has."""

    pool: MemoryPool
    permission: PoolPermission | None
    members: int
    shared: int


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """A memory with its grade at HEAD, how far it is shared, by which agent, and when."""

    listed: ListedMemory
    scope: PoolScope
    agent: str
    shared_at: str


@dataclass(frozen=True, slots=True)
class PoolAnswer:
    """The answer of a pool to an agent. `cut` says why it has less than was asked for; empty where it has all."""

    pool: MemoryPool
    view: View
    memories: tuple[SharedMemory, ...]
    cut: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """A memory that is shared now. `others` are agents that shared it before, `before` is how far it was until now."""

    pool: MemoryPool
    memory: str
    scope: PoolScope
    others: tuple[str, ...] = ()
    before: PoolScope | None = None

    @property
    def reach(self) -> str:
        """A note that the memory itself stays visible to the whole project, if it is shared less far; else empty."""
        narrower = self.scope < PoolScope.PROJECT
        return "the memory itself stays visible to the whole project" if narrower else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossAgentRead:
    """That an agent was shown `count` memories of others in a pool, or was refused.

    `reads` are the queries since the last record, `score` is how much the last one looked like taking the pool out,
    from 0 to 1 (None: recorded before scores were), and `signals` say why.
    """

    at: str
    agent: str
    pool: str
    outcome: str
    count: int
    reads: int
    score: float | None
    signals: str


MOST_SHARED = 100_000
DIGITS = 12


class Sharing:
    """Shares memories in the pools of one project, as one worktree sees them."""

    def __init__(self, pool_gate: PoolGate, memories: MemoryReader) -> None:
        self._gate = pool_gate
        self._memories = memories

    def share(self, caller: Caller, called: str, memory_id: str, scope: str = "") -> Share:
        """Share a memory that holds and that HEAD shows, at the pool's scope or a narrower one.

        What the caller shared before is shared at the new scope. Raises NotFound, UsageError, LimitExceeded,
        PermissionDenied, NotAllowed for who is quarantined.
        """
        asked = PoolScope.of(scope) if scope.strip() else None
        with self._gate.guarded(caller, called, "share", Capability.MEMORY_WRITE):
            self._gate.database.read(lambda c: self._gate.enter(c, caller, called, PoolPermission.WRITE))
            memory = self._shareable(memory_id)
            return self._gate.database.write(lambda c: self._store_share(c, caller, called, memory, asked))

    def shared_in(self, memory_id: str) -> tuple[str, ...]:
        """The names of the pools that others read and in which a memory is shared, whatever became of it."""
        return self._gate.pools_of([memory_id]).get(memory_id, ())

    def _store_share(
        self, connection: Connection, caller: Caller, called: str, memory: Memory, asked: PoolScope | None
    ) -> Share:
        """Share a memory in a pool, within a transaction. Raises PermissionDenied, UsageError, LimitExceeded."""
        pool = self._gate.enter(connection, caller, called, PoolPermission.WRITE)
        self._gate.trusted(connection, caller)
        scope = pool.scope if asked is None else asked
        if scope > pool.scope:
            raise UsageError(f"The pool {pool.name!r} reaches {pool.scope}: share at that scope or a narrower one.")
        params = {
            "pool": pool.number, "memory": memory.id, "scope": int(scope), "agent": caller.agent,
            "at": self._gate.now(), "session": caller.session,
        }  # fmt: skip
        rows = connection.execute(Q.shares, params).fetchall()
        own = [PoolScope(row["scope"]) for row in rows if row["agent"] == caller.agent]
        if not own:
            self._make_room(connection, pool.number, pool.name)
        connection.execute(Q.put_share, params)
        self._gate.record(
            connection, AuditEvent.POOL_OPERATION, caller, pool.id, "share", "done", memory=memory.id, scope=str(scope)
        )
        others = tuple(row["agent"] for row in rows if row["agent"] != caller.agent and row["scope"])
        return Share(pool, memory.id, scope, others, own[0] if own else None)

    def _make_room(self, connection: Connection, pool: int, name: str) -> None:
        """Drop ended memories from a pool that is full. Raises LimitExceeded where none has ended."""
        params = {"pool": pool}
        if connection.execute(Q.count_shared, params).fetchone()[0] < MOST_SHARED:
            return
        if not connection.execute(Q.drop_ended, params).rowcount:
            raise LimitExceeded(
                f"The pool {name!r} shares {MOST_SHARED:,} memories. Share in another pool, or end some that are over: "
                "update_memory with how='retract'."
            )

    def _shareable(self, memory_id: str) -> Memory:
        """A memory that holds and that HEAD shows. Raises NotFound, alike for a hidden and a missing one."""
        found = self._memories.get(memory_id)
        memory = self._memories.of_ids([found.id]).get(found.id)
        if memory is None:
            raise NotFound(
                f"No project or user memory is called {memory_id[:40]!r}{too_short_hint(memory_id)}. "
                "`scrubjay memories` and search_knowledge with kinds=['memory'] show their ids."
            )
        short = memory.id[:DIGITS]
        if memory.scope != "project":
            raise UsageError(f"Memory {short} is the user's own: each project of the user shows it without a pool.")
        if memory.status is not MemoryStatus.ACTIVE:
            raise NotFound(
                f"Memory {short} is {memory.status} since {memory.belief.recorded_at[:10]}, by "
                f"{memory.belief.actor}: only one that holds can be shared.{self._successor_text(memory)} "
                f"get_provenance shows both."
            )
        return memory

    def _successor_text(self, memory: Memory) -> str:
        """A sentence on which memory took the place of one; empty where none did."""
        newer = self._memories.provenance(memory.id).successors
        return f" {newer[-1][0][:DIGITS]} took its place." if newer else ""
