"""Makers of what promotion tells others: how sessions ended, what is proposed, and that a person is needed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.git.process import Git
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.clock import Clock
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_growth.promotion.log import PromotionLog
from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
from scrubjay_growth.promotion.proposals import ProposalPublisher, Proposals, briefing_line
from scrubjay_growth.promotion.sharing import share

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def outcomes(
    session_database: Database, git: Git, clock: Clock, user_settings: Settings, services: "Workspace"
) -> SessionOutcomes:
    commands = user_settings.promotion.test_commands
    return SessionOutcomes(session_database, git, clock, commands, lambda: services.completed_sessions())


def promotion_proposals(
    memories: Memories, promotion_log: PromotionLog, clock: Clock, proposal_publisher: ProposalPublisher
) -> Proposals:
    """What waits for a person's word."""
    return Proposals(memories, promotion_log, clock, lambda id: share(memories, id, approved=True), proposal_publisher)


def proposed(promotion_log: PromotionLog, extensions: ExtensionRegistry) -> Callable[[], tuple[str, str] | None]:
    return lambda: briefing_line(promotion_log) if extensions.is_on("growth") else None
