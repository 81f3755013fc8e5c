"""What growth provides to the core, each a function of a worktree."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.memory.listing.needs import Need
from scrubjay.model.counted import counted

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.memory.transcript.session import RecordedSession
    from scrubjay_growth.promotion.proposals import Proposals


def proposals(workspace: "Workspace") -> "Proposals":
    """What is proposed to others."""
    return workspace.promotion_proposals


def needs(workspace: "Workspace") -> Iterator[Need]:
    """What of proposals needs the person; a handoff to an agent waits for that agent."""
    proposed = len(workspace.promotion_log.proposals())
    if proposed:
        what = f"{counted(proposed, 'memory')} to tell others, if you agree"
        yield Need("proposals", proposed, what, "scrubjay review")


def heard(workspace: "Workspace", session: str, recorded: "RecordedSession | None") -> None:
    """How a session went, and what it ran."""
    workspace.outcomes.hear(session, recorded, workspace.memories_beginning)
    workspace.procedures.hear(session, recorded)
