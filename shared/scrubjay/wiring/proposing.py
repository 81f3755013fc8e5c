"""Makers of what promotion tells others: how sessions ended, what is proposed, and that a person is needed."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.listing.needs import Further, Need
from scrubjay.memories import Memories
from scrubjay.model.clock import Clock
from scrubjay.model.counted import counted
from scrubjay.promotion.log import PromotionLog
from scrubjay.promotion.notice import briefing_line
from scrubjay.promotion.outcomes.store import SessionOutcomes
from scrubjay.promotion.proposals import Proposals
from scrubjay.promotion.publisher import ProposalPublisher
from scrubjay.promotion.sharing import share
from scrubjay.settings import Settings
from scrubjay.storage import Database

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def outcomes(
    session_database: Database, git: Git, clock: Clock, user_settings: Settings, services: "Workspace"
) -> SessionOutcomes:
    commands = user_settings.promotion.test_commands
    return SessionOutcomes(session_database, git, clock, commands, lambda: services.completed_sessions())


def proposals(
    memories: Memories, promotion_log: PromotionLog, clock: Clock, proposal_publisher: ProposalPublisher
) -> Proposals:
    """What waits for a person's word."""
    return Proposals(memories, promotion_log, clock, lambda id: share(memories, id, approved=True), proposal_publisher)


def proposed(promotion_log: PromotionLog) -> Callable[[], tuple[str, str] | None]:
    return lambda: briefing_line(promotion_log)


def further_needs(promotion_log: PromotionLog) -> "Further":
    """What of proposals needs the person; a handoff to an agent waits for that agent."""

    def needs() -> Sequence[Need]:
        number = len(promotion_log.proposals())
        what = f"{counted(number, 'memory')} to tell others, if you agree"
        return [Need("proposals", number, what, "scrubjay review")] if number else []

    return needs
