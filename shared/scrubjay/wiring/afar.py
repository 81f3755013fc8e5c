"""The memories of scope team, kept on a server that the home has joined: whose an id is, and claims for it."""

from typing import TYPE_CHECKING

from scrubjay.errors import NotFound, UsageError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin
from scrubjay.model.far import FarClaim

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.far import FarMemories
    from scrubjay.wiring.workspace import Workspace

TEAM = "team"
"""The scope of what is kept there."""


def memories_there(workspace: "Workspace") -> "FarMemories":
    """The memories of the server that the home has joined. Raises UsageError where it has joined none."""
    if not workspace.far_memories:
        raise UsageError(
            "Scope team is kept on a team's server, and this home has joined none. A person joins one: "
            "`scrubjay team join URL`."
        )
    if len(workspace.far_memories) > 1:
        names = " and ".join(one.called or "a team that was left" for one in workspace.far_memories)
        raise UsageError(
            f"Scope team would be written to {names}, and it goes to one. Leave the team, or take `scope` from the "
            "section stores of config.yaml."
        )
    return workspace.far_memories[0]


def keeper_of(workspace: "Workspace", id: str) -> "FarMemories | None":
    """The server that an id is asked of, since no memory of the home has it; None where the home's own answer counts.

    Raises UsageError for an id of several.
    """
    if not workspace.far_memories:
        return None
    try:
        workspace.memories.get(id)
    except NotFound:
        return workspace.far_memories[0]
    return None


def far_claim(request: RememberRequest) -> FarClaim:
    """A claim as it goes there: without its author, session, branch and whatever says told. Raises UsageError.

    One memory takes the place of one there.
    """
    if request.others or request.how != request.how.SUPERSEDE:
        raise UsageError(
            "With scope team a memory takes the place of one: use --supersedes alone, or `scrubjay update`."
        )
    return FarClaim(
        content=request.content, kind=request.kind, sources=request.cites, quote=request.quote,
        supersedes=request.supersedes, valid_until=request.valid_until, applies=request.applies, key=request.key,
        tags=request.tags, agent=request.agent, told=request.origin is Origin.PERSON,
    )  # fmt: skip


def others_line(workspace: "Workspace") -> str:
    """A line below a list of memories on those that are there; empty where the home has joined none."""
    names = [name for one in workspace.far_memories if (name := one.called)]
    return f"{names[0]} keeps memories of its own, which a search finds and this list leaves out" if names else ""
