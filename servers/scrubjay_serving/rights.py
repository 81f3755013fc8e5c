"""What must an agent be allowed for each tool and resource? It binds those that were registered with less."""

from collections.abc import Mapping
from types import MappingProxyType

from scrubjay.model.agent import Capability

_WRITE = (Capability.MEMORY_WRITE,)
_READ = (Capability.MEMORY_READ,)
_SEARCH = (Capability.KB_SEARCH,)
_SEARCH_ALL = (Capability.KB_SEARCH, Capability.MEMORY_READ)
"""Finds memories among other things."""

_OPEN: tuple[Capability, ...] = ()
"""Tells nothing that is kept: counts, or what git itself tells."""

_BY_SERVICE: tuple[Capability, ...] = ()
"""Its service decides, for the agent that acts, which isn't always the caller."""

NEEDED: Mapping[str, tuple[Capability, ...]] = MappingProxyType({
    "session_init": _READ,
    "session_save": _WRITE,
    "note_progress": _WRITE,
    "set_task_context": _WRITE,
    "get_task_context": _READ,
    "get_repository_state": _OPEN,
    "search_commits": _SEARCH,
    "get_file_history": _OPEN,
    "search_conversations": _SEARCH_ALL,
    "assemble_context": _SEARCH_ALL,
    "search_knowledge": _SEARCH_ALL,
    "get_document": _SEARCH,
    "list_decisions": _SEARCH,
    "knowledge_status": _OPEN,
    "remember": _WRITE,
    "update_memory": _WRITE,
    "forget_memory": _WRITE,
    "get_provenance": _READ,
    "review_memories": _WRITE,
    "list_memories": _READ,
    "story": _SEARCH_ALL,
    "explore_graph": _SEARCH_ALL,
    "search_code_kb": _SEARCH,
    "search_decisions": _SEARCH,
    "search_incidents": _SEARCH,
    "register_agent": _BY_SERVICE,
    "get_agent_info": _BY_SERVICE,
    "get_agents_for_user": _BY_SERVICE,
    "initiate_handoff": _BY_SERVICE,
    "accept_handoff": _BY_SERVICE,
    "complete_handoff": _BY_SERVICE,
    "reject_handoff": _BY_SERVICE,
    "cancel_handoff": _BY_SERVICE,
    "get_pending_handoffs": _BY_SERVICE,
    "create_pool": _BY_SERVICE,
    "join_pool": _BY_SERVICE,
    "leave_pool": _BY_SERVICE,
    "share_memory_to_scope": _BY_SERVICE,
    "query_shared": _BY_SERVICE,
    "document": _SEARCH,
    "decision": _SEARCH,
    "memories": _READ,
})  # fmt: skip
"""By the name of the tool, or of the function that answers a resource."""


def needed(what: str, *, writes: bool) -> tuple[Capability, ...]:
    """What an agent must be allowed for a tool or resource. One of somebody else's extension may reach everything."""
    of_others = (*_SEARCH_ALL, *_WRITE) if writes else _SEARCH_ALL
    return NEEDED.get(what, of_others)
