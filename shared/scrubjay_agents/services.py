"""Services of this extension, by name; the manifest has the maker of each. A server's start imports it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay_agents.directory import AgentDirectory
    from scrubjay_agents.handoffs.acting import HandoffActing
    from scrubjay_agents.handoffs.ground import HandoffGround
    from scrubjay_agents.handoffs.manager import HandoffManager
    from scrubjay_agents.handoffs.store import HandoffStore
    from scrubjay_agents.handoffs.there import HandoffsThere
    from scrubjay_agents.pools.asking import PoolQueries
    from scrubjay_agents.pools.gate import PoolGate
    from scrubjay_agents.pools.pools import Pools
    from scrubjay_agents.pools.sharing import Sharing
    from scrubjay_agents.pools.there import PoolsThere
    from scrubjay_agents.suspicion import SessionWindows


class AgentServices(Services):
    """The services for agents: who calls, handoffs, and pools."""

    agent_directory: "AgentDirectory" = made()
    session_windows: "SessionWindows" = made()
    handoff_store: "HandoffStore" = made()
    handoff_ground: "HandoffGround" = made()
    handoff_acting: "HandoffActing" = made()
    handoffs: "HandoffManager" = made()
    handoffs_there: "HandoffsThere" = made()
    has_handoffs: "Callable[[], bool]" = made()
    pool_gate: "PoolGate" = made()
    pools: "Pools" = made()
    pools_there: "PoolsThere" = made()
    sharing: "Sharing" = made()
    pool_queries: "PoolQueries" = made()
