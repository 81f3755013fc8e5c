"""Answers what a member asks a pool: the newest of it, or what fits a question, as far as that member's grants go."""

from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.errors import NotAllowed
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.model.pool import PoolPermission
from scrubjay_agents.api import query_forms, suspicion
from scrubjay_team.database.queries import load
from scrubjay_team.memories.memories import TeamMemories
from scrubjay_team.memories.memory import TeamMemory
from scrubjay_team.memories.pools import TeamPool, TeamPools
from scrubjay_team.memories.store import MemoryStore

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

REFUSED = "The pool doesn't answer that: the query {signals}. Ask about one topic in its own words."
CUT = (
    "cut to {most} different memories in ten minutes, because this query or others of them look like taking the pool "
    "out: {signals}"
)


@dataclass(frozen=True, slots=True)
class PoolFindings:
    """What a pool answers one member. `cut` says why it has less than was asked for; empty where it has all."""

    pool: TeamPool
    memories: tuple[TeamMemory, ...]
    cut: str = ""


class TeamPoolQueries:
    """Answers from the pools of the caller's team; this process remembers what each member asked lately."""

    def __init__(self, memories: TeamMemories, pools: TeamPools, clock: Clock) -> None:
        self._memories = memories
        self._pools = pools
        self._clock = clock
        self._windows = suspicion.SessionWindows()

    def query(self, entered: "Entered", called: str, query: str = "", limit: int = 10) -> PoolFindings:
        """The memories of a pool that the caller is in; without a query the newest.

        Raises PermissionDenied, UsageError, NotAllowed where it looks like taking the pool out.
        """
        pool = self._pools.enter(entered, called, PoolPermission.READ)
        who, now, signals = entered.caller.member.hex, self._clock(), query_forms.signals_of(query)
        judged = suspicion.suspicion(signals, self._windows.earlier(who, now))
        if judged.outcome is suspicion.QueryOutcome.REFUSED:
            self._windows.add(who, "", now, signals)
            raise NotAllowed(REFUSED.format(signals=judged))
        found = self._found(entered, pool, query, max(0, min(limit, suspicion.MOST)))
        earlier = self._windows.add(who, query, now, signals, {memory.author.hex for memory in found})
        judged = suspicion.suspicion(signals, earlier)
        if judged.outcome is suspicion.QueryOutcome.ANSWERED:
            return PoolFindings(pool, found[: judged.most])
        allowed = self._windows.cut(who, [memory.id for memory in found], judged.most, now)
        shown = tuple(memory for memory in found if memory.id in allowed)[: judged.most]
        return PoolFindings(pool, shown, CUT.format(most=judged.most, signals=judged))

    def _found(self, entered: "Entered", pool: TeamPool, query: str, most: int) -> tuple[TeamMemory, ...]:
        fitting = None
        if query.strip():
            fitting = [UUID(one.memory.id) for one in self._memories.search(entered, query, 100)]
        params = {"pool": UUID(pool.id), "at": self._clock(), "ids": fitting, "most": most if fitting is None else 100}
        ids = [row["memory"] for row in entered.connection.execute(Q.shared, params).fetchall()]
        order = ids if fitting is None else [id for id in fitting if id in set(ids)]
        memories = MemoryStore(entered, self._clock()).of_ids(order)
        return tuple(memories[id] for id in order if id in memories)[:most]
