"""News for the session of a call: what others shared in its pools since, and handoffs that wait for its agent."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_agents.handoffs.brief import has_any
from scrubjay_agents.services import AgentServices

if TYPE_CHECKING:
    from scrubjay.context.briefing.told import ToldBriefing
    from scrubjay.model.agent import Caller
    from scrubjay.wiring.workspace import Workspace

NEWS: Final = "(news)"
"""Stands for a worktree in the row of what a session was told as news."""

MOST_POOLS: Final = 5
MOST_WAITING: Final = 100
DIGITS: Final = 12
"""Digits of a memory's id in an answer."""


@dataclass(frozen=True, slots=True)
class NewsTold:
    """What a session was told: ids of handoffs that wait, and the newest reference of each pool by its number."""

    handoffs: tuple[str, ...] = ()
    pools: Mapping[str, int] | None = None

    @classmethod
    def of(cls, row: "ToldBriefing | None") -> "NewsTold":
        """As it is stored; nothing for a session that was told nothing yet, whose `pools` are None."""
        if row is None:
            return cls()
        kept = json.loads(row.state)
        return cls(tuple(kept["handoffs"]), kept["pools"])

    def stored(self) -> str:
        """As it is stored."""
        return json.dumps({"handoffs": self.handoffs, "pools": self.pools})


def news(workspace: "Workspace", caller: "Callable[[], Caller]", said: str) -> Iterator[str]:
    """What a session wasn't told yet and what doesn't stand in `said`, its answer; nothing that it wrote itself.

    A session's first call is told what waits, and begins with the pools as they are.
    """
    if (there := workspace.registry.in_use().get("handoffs_there")) is not None:
        yield from there.withdrawn(caller().session)
    services = AgentServices.of(workspace)
    has_pools, has_handoffs = services.pool_gate.any(), has_any(workspace.session_database)
    if not has_pools and not has_handoffs:
        return
    me = caller()
    told = NewsTold.of(workspace.ledger.last_told(me.session, NEWS))
    newest = services.pool_gate.newest(me) if has_pools else ()
    waiting = services.handoffs.pending(me, limit=MOST_WAITING) if has_handoffs else ()
    now = NewsTold(tuple(one.id for one in waiting), {str(pool.number): pool.newest for pool in newest})
    if now == told:
        return
    workspace.ledger.record_told(me.session, NEWS, now.stored(), "")
    changed = [pool for pool in newest if told.pools is not None and pool.newest > told.pools.get(str(pool.number), 0)]
    for pool in changed[:MOST_POOLS]:
        since = (told.pools or {}).get(str(pool.number), 0)
        shared = services.pool_queries.shared(me, pool.id)
        new = [
            id
            for id, by in shared.items()
            if any(one.number > since and one.session != me.session for one in by) and id[:DIGITS] not in said
        ]
        if new:
            yield f"{len(new):,} new in pool {pool.name} (query_shared)"
    if len(changed) > MOST_POOLS:
        yield f"more in {counted(len(changed) - MOST_POOLS, 'other pool')}"
    known = workspace.ledger.known_text(me.session) if told.pools is None else ""
    fresh = [one.id for one in waiting if one.id not in told.handoffs and one.id not in said and one.id not in known]
    if fresh:
        yield f"{counted(len(fresh), 'handoff')} for you (get_pending_handoffs)"
