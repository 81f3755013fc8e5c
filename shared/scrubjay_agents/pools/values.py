"""What is told of pools: one in a list, a memory that is shared, the answer to a question, a share that was made."""

from dataclasses import dataclass

from scrubjay.memory.listing import ListedMemory
from scrubjay.model.pool import MemoryPool, PoolPermission, PoolScope
from scrubjay.model.view import View


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
    """What a pool shows an agent. `cut` says why it shows less than was asked for; empty where it doesn't."""

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
        """Who sees the memory beside the pool, where that is narrower than the memory's own scope; else empty."""
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
