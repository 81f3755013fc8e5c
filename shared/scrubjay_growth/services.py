"""Services of growth, by name, the step of the worker, and what the core hears of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.memory.listing.needs import Need
from scrubjay.model.counted import counted
from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay.memory.transcript.session import RecordedSession
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_growth.consolidation import Consolidation, Step
    from scrubjay_growth.procedures.procedures import Procedures
    from scrubjay_growth.promotion.engine import PromotionEngine
    from scrubjay_growth.promotion.judge import PromotionJudge
    from scrubjay_growth.promotion.log import PromotionLog
    from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
    from scrubjay_growth.promotion.proposals import Proposals
    from scrubjay_growth.promotion.running import Promotion


STEPS: Final = (
    WorkerStep("consolidation", "ingest", "scrubjay_growth.consolidation_steps:consolidation"),
    WorkerStep("consolidation", "embed", "scrubjay_growth.consolidation_steps:consolidation"),
)
"""Of the worker's jobs."""


class GrowthServices(Services):
    """The services that promote memories, learn procedures and consolidate what is stored."""

    promotion_log: "PromotionLog" = made()
    outcomes: "SessionOutcomes" = made()
    promotion_judge: "PromotionJudge | None" = made()
    promotion_engine: "PromotionEngine" = made()
    promotion: "Promotion" = made()
    promotion_proposals: "Proposals" = made()
    procedures: "Procedures" = made()
    consolidation_steps: "tuple[Step, ...]" = made()
    consolidation: "Consolidation" = made()


def proposals(workspace: "Workspace") -> "Proposals":
    """What is proposed to others."""
    return GrowthServices.of(workspace).promotion_proposals


def proposal_needs(workspace: "Workspace") -> Iterator[Need]:
    """What waits for the person to decide: proposals to others. A handoff to an agent waits for that agent."""
    proposed = len(GrowthServices.of(workspace).promotion_log.proposals())
    if proposed:
        what = f"{counted(proposed, 'memory')} to tell others, if you agree"
        yield Need("proposals", proposed, what, "scrubjay review")


def record_session(workspace: "Workspace", session: str, recorded: "RecordedSession | None") -> None:
    """Store how a session ended, and the commands that it ran."""
    GrowthServices.of(workspace).outcomes.hear(session, recorded, workspace.memories_beginning)
    GrowthServices.of(workspace).procedures.hear(session, recorded)


def proposed(workspace: "Workspace") -> tuple[str, str] | None:
    """The line of a briefing about what was proposed."""
    return GrowthServices.of(workspace).promotion_log.briefing_line()
