"""The tools of the toolset agents, and what is added to the core's; data alone, as a server reads it at its start."""

from functools import partial
from typing import Any, Final, Literal

from scrubjay.extensions.kinds.tool import (
    BY_SERVICE,
    NEEDED,
    NOBODYS,
    READS,
    AddedArgument,
    DeclaredTool,
    ToolArgument,
    limit,
)
from scrubjay.extensions.kinds.watched import WatchedResource
from scrubjay.model.agent import AgentType

_HANDOFFS: Final = "scrubjay_agents.tools.handoffs"
_POOLS: Final = "scrubjay_agents.tools.pools"

_TYPES: Final = ", ".join(type.value for type in AgentType if type is not AgentType.HUMAN)
_CONTEXT: Final = (
    "task_description, current_state {completed, in_progress, blocked_on, next_steps}, "
    "relevant_memories, relevant_files"
)
_WEEK: Final = 604_800
_AGENT: Final = ToolArgument("agent_id")
_HANDOFF: Final = ToolArgument("handoff_id", default=NEEDED)
_POOL: Final = ToolArgument("pool_id", "id, name, team/NAME", default=NEEDED)
_ACTING: Final = ToolArgument("agent_id", "default: you")
_SEEDS: Final = {"pool_id": "seeds"}
_WEIGH: Final = {"handoff_id": NOBODYS}

_tool = partial(DeclaredTool, toolset="agents", needs=BY_SERVICE)
_change = partial(_tool, writes=True, repeatable=False)

TOOLS: Final[tuple[DeclaredTool, ...]] = (
    _tool(
        "register_agent", f"{_POOLS}:register_agent", "Register an agent",
        "For orchestrators: an agent this session may act for.",
        arguments=(
            ToolArgument("agent_type", _TYPES, default=NEEDED), ToolArgument("name"), ToolArgument("owner_id"),
        ),
        writes=True,
        example={"agent_type": "codex"},
    ),
    _tool(
        "get_agent_info", f"{_POOLS}:get_agent_info", "Show an agent", "An agent: id, rights, sessions.",
        arguments=(_AGENT,),
    ),
    _tool(
        "get_agents_for_user", f"{_POOLS}:get_agents_for_user", "List agents", "Agents here.",
        arguments=(ToolArgument("user_id"),),
    ),
    _change(
        "initiate_handoff", f"{_HANDOFFS}:initiate_handoff", "Hand over",
        "Leave work to another agent; uncommitted files are noted.",
        arguments=(
            ToolArgument("target_id", "agent id, any:codex, branch[:NAME], team[:MEMBER]", default=NEEDED),
            ToolArgument("context", _CONTEXT, dict[str, Any], NEEDED),
            ToolArgument("ttl_seconds", kind=int, default=_WEEK),
            ToolArgument("source_id"),
        ),
        example={"target_id": "branch", "context": {"task_description": "Weigh"}},
    ),
    _change(
        "accept_handoff", f"{_HANDOFFS}:accept_handoff", "Accept a handoff", "Take a handoff: its task becomes yours.",
        arguments=(_HANDOFF, _AGENT),
        example=_WEIGH,
    ),
    _change(
        "complete_handoff", f"{_HANDOFFS}:complete_handoff", "Complete a handoff", "Finish a handoff you took.",
        arguments=(
            _HANDOFF,
            ToolArgument("result", "status, files_modified, notes, learned", dict[str, Any], NEEDED),
            ToolArgument("lease", "0: this session's", int, 0),
            _AGENT,
        ),
        example=_WEIGH | {"result": {"status": "done"}},
    ),
    _change(
        "reject_handoff", f"{_HANDOFFS}:reject_handoff", "Reject a handoff", "Refuse a handoff offered to you.",
        arguments=(_HANDOFF, ToolArgument("reason", default=NEEDED)),
        example=_WEIGH | {"reason": "no scales"},
    ),
    _change(
        "cancel_handoff", f"{_HANDOFFS}:cancel_handoff", "Cancel a handoff", "Withdraw a handoff you left.",
        arguments=(_HANDOFF,),
        example=_WEIGH,
    ),
    _tool(
        "get_pending_handoffs", f"{_HANDOFFS}:get_pending_handoffs", "List handoffs",
        "Handoffs you may take, and how yours ended.",
        arguments=(_AGENT, limit(10)),
    ),
    _change(
        "create_pool", f"{_POOLS}:create_pool", "Create a pool", "New pool for sharing memories; you administer it.",
        arguments=(
            ToolArgument("name", default=NEEDED),
            ToolArgument("scope", "agent-private, user, project, team, global", default="project"),
            ToolArgument("owner_id"),
        ),
        example={"name": "seeds"},
    ),
    _tool(
        "join_pool", f"{_POOLS}:join_pool", "Join a pool", "Join a pool, or with admin let another agent in.",
        arguments=(_POOL, ToolArgument("permission", kind=Literal["read", "write", "admin"], default="read"), _ACTING),
        writes=True,
        example=_SEEDS,
    ),
    _tool(
        "leave_pool", f"{_POOLS}:leave_pool", "Leave a pool", "Leave a pool.", arguments=(_POOL, _ACTING), writes=True,
        example=_SEEDS,
    ),
    _tool(
        "share_memory_to_scope", f"{_POOLS}:share_memory_to_scope", "Share a memory",
        "Share a memory in a pool; it stays one memory.",
        arguments=(
            _POOL, ToolArgument("memory_id", default=NEEDED), ToolArgument("scope", "at most the pool's"), _ACTING,
        ),
        writes=True,
        example=_SEEDS | {"memory_id": NOBODYS},
    ),
    _tool(
        "query_shared", f"{_POOLS}:query_shared", "Ask a pool",
        "Memories shared in a pool, as HEAD sees them; no query: newest.",
        arguments=(_POOL, ToolArgument("query"), ToolArgument("max_scope", "widest"), limit(10), _ACTING),
        example=_SEEDS,
    ),
)  # fmt: skip

ADDED: Final[tuple[AddedArgument, ...]] = (
    AddedArgument("session_init", "agents", f"{_HANDOFFS}:at_start"),
    AddedArgument(
        "session_save", "agents", f"{_HANDOFFS}:left_with_save",
        ToolArgument(
            "handoff", "initiate_handoff's arguments; what context lacks is this save's", dict[str, Any], dict
        ),
        before="session",
    ),
)  # fmt: skip

WAITING: Final = "pending"
"""The one list of handoffs that is a resource."""

RESOURCES: Final = (
    WatchedResource(
        name="handoffs",
        server="session",
        uri="scrubjay://handoffs/{+name}",
        title="Handoffs that wait for you: pending",
        shows="scrubjay_agents.provided:handoffs_shown",
        usual=WAITING,
        reads="scrubjay_agents.tools.handoffs:handoffs_resource",
        needs=BY_SERVICE,
        toolset="agents",
    ),
    WatchedResource(
        name="pool",
        server="session",
        uri="scrubjay://pool/{+name}",
        title="Newest memories of a pool",
        shows="scrubjay_agents.provided:pool_shown",
        reads="scrubjay_agents.tools.pools:pool_resource",
        needs=READS,
        toolset="agents",
    ),
)
