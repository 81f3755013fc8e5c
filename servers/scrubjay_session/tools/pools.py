"""Tools of the toolset agents: pools, who is in them, what is shared there, what they answer."""

from typing import TYPE_CHECKING, Annotated, Literal

from scrubjay_agents.services import AgentServices
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo, about
from scrubjay_session.views import pools as views

if TYPE_CHECKING:
    from scrubjay.model.agent import Caller
    from scrubjay_serving.worktree import CallTarget

CREATE = "New pool for sharing memories; you administer it."
JOIN = "Join a pool, or with admin let another agent in."
LEAVE = "Leave a pool."
SHARE = "Share a memory in a pool; it stays one memory."
QUERY = "Memories shared in a pool, as HEAD sees them; no query: newest."

PoolId = Annotated[str, about("id or name")]
AgentId = Annotated[str, about("default: you")]


def create_pool(
    *,
    name: str,
    scope: Annotated[str, about("agent-private, user, project, team, global")] = "project",
    owner_id: str = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Make a pool."""
    pool = AgentServices.of(target.workspace).pools.create(_writing(target), name, scope, owner_id)
    return views.created(target.workspace, pool)


def join_pool(
    *,
    pool_id: PoolId,
    permission: Literal["read", "write", "admin"] = "read",
    agent_id: AgentId = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Let an agent into a pool."""
    pool, given = AgentServices.of(target.workspace).pools.join(_writing(target), pool_id, permission, agent_id)
    return views.joined(target.workspace, pool, given)


def leave_pool(*, pool_id: PoolId, agent_id: AgentId = "", repo: Repo = "", target: Target) -> str:
    """Let an agent out of a pool."""
    return views.left(
        target.workspace, AgentServices.of(target.workspace).pools.leave(_writing(target), pool_id, agent_id)
    )


def share_memory_to_scope(
    *,
    pool_id: PoolId,
    memory_id: str,
    scope: Annotated[str, about("at most the pool's")] = "",
    agent_id: AgentId = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Share a memory."""
    caller = target.workspace.callers.acting(_writing(target), agent_id)
    return views.shared(
        target.workspace, AgentServices.of(target.workspace).sharing.share(caller, pool_id, memory_id, scope)
    )


def query_shared(
    *,
    pool_id: PoolId,
    query: str = "",
    max_scope: Annotated[str, about("widest")] = "",
    limit: Limit = 10,
    agent_id: AgentId = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Ask a pool."""
    caller = target.workspace.callers.acting(target.caller(), agent_id)
    answer = AgentServices.of(target.workspace).pool_queries.query(caller, pool_id, query, max_scope, limit)
    text = views.answered(target.workspace, answer, caller)
    target.workspace.ledger.record_answer(target.session, text)
    return text


def _writing(target: "CallTarget") -> "Caller":
    return target.caller(writes=True)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(
        create_pool, title="Create a pool", description=CREATE, writes=True, repeatable=False, toolset="agents"
    )
    server.offer(join_pool, title="Join a pool", description=JOIN, writes=True, toolset="agents")
    server.offer(leave_pool, title="Leave a pool", description=LEAVE, writes=True, toolset="agents")
    server.offer(share_memory_to_scope, title="Share a memory", description=SHARE, writes=True, toolset="agents")
    server.offer(query_shared, title="Ask a pool", description=QUERY, toolset="agents")
