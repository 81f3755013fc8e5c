"""The tools of a team's server, as data: a home's own rows where both answer, and the scope that each one needs."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from scrubjay.extensions.kinds.tool import NEEDED, DeclaredTool, ToolArgument
from scrubjay_agents.api import TOOLS
from scrubjay_serving.knowledge import knowledge_tools

_RUNS: Final = "scrubjay_team.serving.tools"

_TAG: Final = ToolArgument("as_of", "a mirrored tag; empty: the default branch")
_MEMBER: Final = ToolArgument("member", "with admin: another member than you")
_POOL: Final = ToolArgument("pool_id", "id or name", default=NEEDED)
REPO: Final = ToolArgument("repo", "a repository's name here; empty: all that you are granted")
"""Which repositories a call is about."""

SCOPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "search_knowledge", "get_document", "list_decisions", "knowledge_status", "get_provenance",
                "list_memories", "query_shared",
            ),
            "search",
        ),
        **dict.fromkeys(("remember", "update_memory", "forget_memory"), "remember"),
        **dict.fromkeys(("create_pool", "join_pool", "leave_pool", "share_memory_to_scope"), "remember"),
        **dict.fromkeys(
            (
                "initiate_handoff", "accept_handoff", "complete_handoff", "reject_handoff", "cancel_handoff",
                "get_pending_handoffs",
            ),
            "handoff",
        ),
    }
)  # fmt: skip
"""The scope of a token that each tool needs; what isn't here isn't offered."""

_INSTEAD: Final[Mapping[tuple[str, str], ToolArgument]] = MappingProxyType(
    {
        ("remember", "scope"): ToolArgument(
            "scope", "this team, or every team once the server's owner accepts it", Literal["team", "global"], "team"
        ),
        ("initiate_handoff", "target_id"): ToolArgument("target_id", "a member, any, or any:codex", default=NEEDED),
        ("get_document", "path"): ToolArgument("path", "as printed: repository:path, path, ADR-004", default=NEEDED),
        **{(tool, "pool_id"): _POOL for tool in ("join_pool", "leave_pool", "share_memory_to_scope", "query_shared")},
        ("search_knowledge", "as_of"): _TAG,
        ("get_document", "as_of"): _TAG,
        ("join_pool", "agent_id"): _MEMBER,
        ("leave_pool", "agent_id"): _MEMBER,
    }
)
"""Arguments that a team's server takes in place of a home's."""

_VERSION: Final = ToolArgument("version", "of get_provenance: changed since, it stays; 0: whichever", int, 0)
_FURTHER: Final[Mapping[str, tuple[ToolArgument, ...]]] = MappingProxyType(
    {"update_memory": (_VERSION,), "forget_memory": (_VERSION,)}
)
"""Arguments that a team's server takes beside a home's: there several change one memory."""

_ONLY_AT_HOME: Final = frozenset({"agent_id", "source_id", "owner_id", "max_scope", "scope"})
"""Arguments that say which agent acts, or how far it may: here its token says so."""


def team_tools() -> tuple[DeclaredTool, ...]:
    """The tools of a team's server, in the order of the list, all in one toolset."""
    rows = (*knowledge_tools(_RUNS), *TOOLS)
    return tuple(_as_team(row) for row in rows if row.name in SCOPES)


def _as_team(row: DeclaredTool) -> DeclaredTool:
    """A home's row with what differs in a team: what it runs, some arguments, and no toolset to choose."""
    arguments = [_INSTEAD.get((row.name, one.name), one) for one in row.arguments]
    kept = [one for one in arguments if one.name not in _ONLY_AT_HOME or one in _INSTEAD.values()]
    runs = f"{_RUNS}.{row.runs.rpartition('.')[2]}"
    return row._replace(runs=runs, arguments=(*kept, *_FURTHER.get(row.name, ()), REPO), toolset="core")


def allowed(tools: Iterable[DeclaredTool], scopes: Iterable[str]) -> tuple[DeclaredTool, ...]:
    """The tools that some scopes allow."""
    held = frozenset(scopes)
    return tuple(tool for tool in tools if SCOPES[tool.name] in held)
