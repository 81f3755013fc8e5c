"""Makers of what sessions write and are sent, and of what knows who calls."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from scrubjay.errors import ScrubjayError
from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.identity.agents.callers import Callers, Rates
from scrubjay.identity.agents.registry import AgentRegistry
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.session.conversations.conversations import Conversations
from scrubjay.session.tasks.branches import Lineages
from scrubjay.session.tasks.sent_texts import SentTexts
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def tasks(session_database: Database, clock: Clock, lineages: Lineages, brief_soon: Callable[[str], None]) -> Tasks:
    """After each write the worker prepares the next briefing; until then a starting session is told the written."""

    def changed() -> None:
        with suppress(ScrubjayError):  # it is stored: the next hook or commit asks for the briefing again
            brief_soon("working set")

    return Tasks(session_database, clock, lineages=lineages, changed=changed)


def sent_texts(session_database: Database, clock: Clock, user_settings: Settings) -> SentTexts:
    return SentTexts(session_database, clock, user_settings.conversations.retention_days)


def conversations(
    session_database: Database, counter: TokenCounter, clock: Clock, user_settings: Settings
) -> Conversations:
    """Imports transcripts, counts and deletes turns."""
    days = user_settings.conversations.retention_days
    return Conversations(session_database, counter, clock, days, user_settings.privacy.personal)


def callers(
    agent_registry: AgentRegistry, rates: Rates, clock: Clock, user_settings: Settings, project: Project,
    agent_audit: AgentAudit, services: "Workspace",
) -> Callers:  # fmt: skip
    """Finds the agent and the session of a call."""

    def seen(session: str) -> None:
        for hear in services.provided("session_seen"):
            hear(services, session)

    return Callers(
        agent_registry,
        rates,
        clock,
        owner=user_settings.user_id,
        project=project.id,
        denied=agent_audit.denied,
        seen=seen,
    )
