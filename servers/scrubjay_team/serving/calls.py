"""Calls of tools: who calls, within one transaction of theirs, and what the process has for it."""

from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context

from scrubjay.errors import PermissionDenied
from scrubjay.extensions.kinds.tool import DeclaredTool
from scrubjay.extensions.loading import loaded
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay_serving.offering import with_signature
from scrubjay_serving.worktree import client_name
from scrubjay_team.people.api import held
from scrubjay_team.serving.declared import SCOPES
from scrubjay_team.serving.gate import DIGEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrubjay_team.database.connecting import TeamCaller, Entered, TeamDatabase


@dataclass(frozen=True, slots=True)
class TeamServices:
    """What a process has for every call: the database, and the time."""

    database: "TeamDatabase"
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCall:
    """One call: its transaction and caller, the repository that it names (empty: all granted), and the client."""

    entered: "Entered"
    services: TeamServices
    repo: str
    client: str

    @property
    def caller(self) -> "TeamCaller":
        """Who calls."""
        return self.entered.caller


def runnable(tool: DeclaredTool, services: TeamServices) -> "Callable[..., Any]":
    """The function of a tool with the signature that the SDK reads. It runs in one transaction of its caller."""

    def call(*, ctx: Context[Any, Any], repo: str = "", **values: Any) -> Any:
        request = ctx.request_context.request
        with services.database.entered(request.scope[DIGEST]) as entered:
            check_scope(tool.name, entered.caller)
            named = TeamCall(entered=entered, services=services, repo=repo.strip(), client=client_name(ctx))
            return loaded(tool.runs)(named, **values)

    return with_signature(call, tool, tool.arguments, {"ctx": Context[Any, Any]})


def check_scope(tool: str, caller: "TeamCaller") -> None:
    """Raise PermissionDenied where a caller's token, or their role, doesn't allow a tool."""
    needed = SCOPES[tool]
    if needed in held(caller.role, caller.scopes):
        return
    if needed in caller.scopes:
        raise PermissionDenied(
            f"{tool} isn't for a {caller.role} of {caller.team_name}. An owner may change that: "
            f"`scrubjay team member role {caller.member_name} writer`."
        )
    raise PermissionDenied(
        f"{tool} needs a token with the scope {needed}; this one has {', '.join(caller.scopes) or 'none'}. "
        f"An owner makes one: `scrubjay team token create {caller.member_name} --scope {needed}`."
    )
