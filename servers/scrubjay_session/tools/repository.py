"""Tool get_repository_state: live git state of the worktree."""

from typing import Literal

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo
from scrubjay_session.views.state import state

STATE = "Live git state: status, newest commits, diff against HEAD, top-level documents, branches; limit a part."

Part = Literal["status", "commits", "diff", "files", "branches"]


def get_repository_state(
    *,
    include: tuple[Part, ...] = ("status", "commits"),
    limit: Limit = 10,
    repo: Repo = "",
    target: Target,
) -> str:
    """Show status, commits, diff, files or branches."""
    return state(target.workspace, tuple(dict.fromkeys(include)), limit)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(get_repository_state, title="Repository state", description=STATE)
