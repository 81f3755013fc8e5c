"""What a server or another extension may use of agents' work: handoffs and pools as values and as lines."""

from typing import TYPE_CHECKING

from scrubjay_agents.handoffs.handoff import DEFAULT_TTL, MAX_TTL, MOVES, HandoffState
from scrubjay_agents.handoffs.parse import leaving
from scrubjay_agents.handoffs.text import addressed, in_full, moved_lines

if TYPE_CHECKING:
    from scrubjay_agents.handoffs.handoff import Handoff as Handoff
    from scrubjay_agents.handoffs.moved import Finished as Finished
    from scrubjay_agents.handoffs.moved import Moved as Moved
    from scrubjay_agents.handoffs.moved import Prepared as Prepared
    from scrubjay_agents.handoffs.moved import Taken as Taken
    from scrubjay_agents.pools.sharing import CrossAgentRead as CrossAgentRead
    from scrubjay_agents.pools.sharing import PoolAnswer as PoolAnswer
    from scrubjay_agents.pools.sharing import PoolEntry as PoolEntry
    from scrubjay_agents.pools.sharing import Share as Share

__all__ = ["DEFAULT_TTL", "MAX_TTL", "MOVES", "HandoffState", "addressed", "in_full", "leaving", "moved_lines"]
