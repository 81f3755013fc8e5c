"""Public API for other packages: handoffs and pools as values and as lines, and the tools as data."""

from typing import TYPE_CHECKING

from scrubjay_agents.declared import TOOLS
from scrubjay_agents.handoffs.handoff import DEFAULT_TTL, MAX_TTL, MOVES, Handoff, HandoffState
from scrubjay_agents.handoffs.moved import Moved
from scrubjay_agents.handoffs.text import addressed, moved_lines

if TYPE_CHECKING:
    from scrubjay_agents.pools.sharing import CrossAgentRead as CrossAgentRead
    from scrubjay_agents.pools.sharing import PoolAnswer as PoolAnswer
    from scrubjay_agents.pools.sharing import PoolEntry as PoolEntry

__all__ = ["DEFAULT_TTL", "MAX_TTL", "MOVES", "TOOLS", "Handoff", "HandoffState", "Moved", "addressed", "moved_lines"]
