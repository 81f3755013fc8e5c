"""What growth provides to the core, each a function of a worktree."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from scrubjay.memory.listing.needs import Need
from scrubjay.model.counted import counted
from scrubjay_growth.promotion.proposals import briefing_line
from scrubjay_growth.services import GrowthServices

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.memory.transcript.session import RecordedSession
    from scrubjay.storage.database import Database
    from scrubjay_growth.promotion.proposals import Proposals


def proposals(workspace: "Workspace") -> "Proposals":
    """What is proposed to others."""
    return GrowthServices.of(workspace).promotion_proposals


def needs(workspace: "Workspace") -> Iterator[Need]:
    """What of proposals needs the person; a handoff to an agent waits for that agent."""
    proposed = len(GrowthServices.of(workspace).promotion_log.proposals())
    if proposed:
        what = f"{counted(proposed, 'memory')} to tell others, if you agree"
        yield Need("proposals", proposed, what, "scrubjay review")


def heard(workspace: "Workspace", session: str, recorded: "RecordedSession | None") -> None:
    """How a session went, and what it ran."""
    GrowthServices.of(workspace).outcomes.hear(session, recorded, workspace.memories_beginning)
    GrowthServices.of(workspace).procedures.hear(session, recorded)


def proposed(workspace: "Workspace") -> tuple[str, str] | None:
    """The line of a briefing about what was proposed."""
    return briefing_line(GrowthServices.of(workspace).promotion_log)


def forgotten(database: "Database") -> "tuple[Callable[[str], None], ...]":
    """What deletes all that is kept of a session: what it ran, how it ended and which memories it had."""
    from scrubjay_growth.procedures.store import ProcedureStore
    from scrubjay_growth.promotion.outcomes.store import forget_outcome

    return ProcedureStore(database).forget, partial(forget_outcome, database)
