"""What a server or another extension may use of agents' work: handoffs and pools as values and as lines."""

from typing import TYPE_CHECKING

from scrubjay_agents.handoffs.handoff import DEFAULT_TTL, MAX_TTL, MOVES, Handoff, HandoffState
from scrubjay_agents.handoffs.moved import Finished, Moved, Prepared, Taken
from scrubjay_agents.handoffs.parse import leaving
from scrubjay_agents.handoffs.text import addressed, in_full, moved_lines

if TYPE_CHECKING:
    from scrubjay_agents.pools.sharing import CrossAgentRead as CrossAgentRead
    from scrubjay_agents.pools.sharing import PoolAnswer as PoolAnswer
    from scrubjay_agents.pools.sharing import PoolEntry as PoolEntry
    from scrubjay_agents.pools.sharing import Share as Share

__all__ = [
    "DEFAULT_TTL", "MAX_TTL", "MOVES", "Finished", "Handoff", "HandoffState", "Moved", "Prepared", "Taken", "addressed",
    "in_full", "leaving", "moved_lines",
]  # fmt: skip
