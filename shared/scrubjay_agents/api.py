"""Public API for other packages: handoffs and pools as values and as lines."""

from typing import TYPE_CHECKING

from scrubjay.model.later import Later
from scrubjay_agents.declared import TOOLS
from scrubjay_agents.far import FarSession
from scrubjay_agents.handoffs.far import FarAct, FarHandoff, FarHandoffs
from scrubjay_agents.handoffs.handoff import (
    DEFAULT_TTL,
    LEASE,
    MAX_TTL,
    MOVES,
    CurrentState,
    Handoff,
    HandoffContext,
    HandoffResult,
    HandoffState,
    Lease,
    ResultNote,
    Uncommitted,
    Without,
)
from scrubjay_agents.handoffs.moved import Moved
from scrubjay_agents.handoffs.text import addressed, moved_lines
from scrubjay_agents.pools.far import FarFindings, FarPool, FarPooled

if TYPE_CHECKING:
    from scrubjay_agents import query_forms, suspicion
    from scrubjay_agents.handoffs import parse, rows
    from scrubjay_agents.pools import naming
    from scrubjay_agents.pools.sharing import CrossAgentRead as CrossAgentRead
    from scrubjay_agents.pools.sharing import PoolAnswer as PoolAnswer
    from scrubjay_agents.pools.sharing import PoolEntry as PoolEntry

else:
    naming = Later("scrubjay_agents.pools.naming")
    parse = Later("scrubjay_agents.handoffs.parse")
    query_forms = Later("scrubjay_agents.query_forms")
    rows = Later("scrubjay_agents.handoffs.rows")
    suspicion = Later("scrubjay_agents.suspicion")

__all__ = [
    "DEFAULT_TTL", "LEASE", "MAX_TTL", "MOVES", "TOOLS", "CurrentState", "FarAct", "FarFindings", "FarHandoff",
    "FarHandoffs", "FarPool", "FarPooled", "FarSession", "Handoff", "HandoffContext", "HandoffResult",
    "HandoffState", "Lease", "Moved", "ResultNote", "Uncommitted", "Without", "addressed", "moved_lines", "naming",
    "parse", "query_forms", "rows", "suspicion",
]  # fmt: skip
