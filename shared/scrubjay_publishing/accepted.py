"""Brings home what a team's reviewers accepted for this repository, so that it is published as what is here."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scrubjay.cli.acts import confirm
from scrubjay.errors import NotFound, PublishRefused, UsageError
from scrubjay.git.head import head
from scrubjay.memory.store.claim import MEMORY_KINDS
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Blocked, Known, Stored

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.identity.person.permit import Permit
    from scrubjay.model.stored import StoredMemory

DIGITS = 12


def bring_accepted(workspace: "Workspace", ids: Sequence[str], permit: "Permit | None") -> tuple[str, ...]:
    """The ids, once those that are a team's alone are kept here under the same ids, as the person's own word.

    Without a permit nothing is kept. Raises UsageError for one that isn't here then, PublishRefused, Exit.
    """
    return tuple(id if _is_here(workspace, id) else _brought(workspace, id, permit) for id in ids)


def _is_here(workspace: "Workspace", id: str) -> bool:
    try:
        workspace.memories.get(id)
    except NotFound:
        return False
    return True


def _brought(workspace: "Workspace", id: str, permit: "Permit | None") -> str:
    """The id under which a memory of the team is kept here; unchanged where no team accepted such a one."""
    asked = (ask(workspace, id) for ask in workspace.provided("accepted_memory"))
    memory: StoredMemory | None = next((one for one in asked if one is not None), None)
    if memory is None:
        return id
    named = f"{memory.store} accepted {memory.id[:DIGITS]} for this repository, by {memory.author or 'a member'}:"
    if permit is None:
        raise UsageError(f"{named} {memory.text}\nIt isn't here yet: without --dry-run it is kept here first.")
    confirm(permit, [named, memory.text], "Keep it here as your word, too?")
    now = head(workspace.git)
    request = RememberRequest(
        content=memory.text, kind=memory.kind if memory.kind in MEMORY_KINDS else "", scope="project",
        tags=memory.tags, applies=memory.applies,
        key=f"accepted:{memory.id}", author=memory.author, origin=Origin.AGENT, act=Act.APPROVED, branch=now.branch,
        commit=now.commit, id=memory.id,
    )  # fmt: skip
    outcome = workspace.memories.remember(request)
    if isinstance(outcome, Stored | Known):
        return outcome.id
    why = outcome.reason if isinstance(outcome, Blocked) else outcome.result.reason
    raise PublishRefused(f"{memory.id[:DIGITS]} can't be kept here, so nothing was published: {why}")
