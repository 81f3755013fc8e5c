"""The tools of a team's server, as data: a home's own rows where both answer, and the scope that each one needs."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from scrubjay.extensions.kinds.tool import DeclaredTool, ToolArgument
from scrubjay_agents.api import TOOLS
from scrubjay_serving.knowledge import knowledge_tools

_RUNS: Final = "scrubjay_team.serving.tools"

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

_SCOPE: Final = ToolArgument(
    "scope", "this team, or all teams once the server's owner accepts it", Literal["team", "global"], "team"
)


def team_tools() -> tuple[DeclaredTool, ...]:
    """The tools of a team's server, in the order of the list, all in one toolset."""
    rows = (*knowledge_tools(_RUNS), *TOOLS)
    return tuple(_as_team(row) for row in rows if row.name in SCOPES)


def _as_team(row: DeclaredTool) -> DeclaredTool:
    """A home's row with what differs in a team: what it runs, the memories' scopes, and no toolset to choose."""
    arguments = tuple(_SCOPE if one.name == "scope" and row.name == "remember" else one for one in row.arguments)
    runs = f"{_RUNS}.{row.runs.rpartition('.')[2]}"
    return row._replace(runs=runs, arguments=(*arguments, REPO), toolset="core")


def allowed(tools: Iterable[DeclaredTool], scopes: Iterable[str]) -> tuple[DeclaredTool, ...]:
    """The tools that some scopes allow."""
    held = frozenset(scopes)
    return tuple(tool for tool in tools if SCOPES[tool.name] in held)
