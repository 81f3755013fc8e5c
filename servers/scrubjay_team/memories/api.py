"""What the server's tools and commands use of a team's memories, pools and handoffs."""

from typing import TYPE_CHECKING

from scrubjay.model.later import Later
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.memory import FoundMemory, TeamMemory, TeamProvenance, memory_lines
from scrubjay_team.memories.proposals import GlobalClaim, GlobalClaims

if TYPE_CHECKING:
    from scrubjay_team.memories import handoff, handoffs, memories, pool_queries, pools
else:
    handoff = Later("scrubjay_team.memories.handoff")
    handoffs = Later("scrubjay_team.memories.handoffs")
    memories = Later("scrubjay_team.memories.memories")
    pool_queries = Later("scrubjay_team.memories.pool_queries")
    pools = Later("scrubjay_team.memories.pools")

__all__ = [
    "FoundMemory", "GlobalClaim", "GlobalClaims", "MemoryFilters", "TeamClaim", "TeamMemory", "TeamProvenance",
    "handoff", "handoffs", "memories", "memory_lines", "pool_queries", "pools",
]  # fmt: skip
