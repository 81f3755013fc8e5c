"""Makers of what sessions write: working sets, what was sent to them, and the preparation of the next briefing."""

from typing import TYPE_CHECKING

from scrubjay.context.briefing.preparing import Preparation
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.model.clock import Clock
from scrubjay.session.conversations.conversations import Conversations
from scrubjay.session.tasks.branches import Lineages
from scrubjay.session.tasks.sent_texts import SentTexts
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def tasks(session_database: Database, clock: Clock, lineages: Lineages, preparation: Preparation) -> Tasks:
    """A session may start right after a save; after a step comes another one."""
    return Tasks(session_database, clock, lineages=lineages, changed=preparation.now, noted=preparation.soon)


def preparation(services: "Workspace") -> Preparation:
    return Preparation(lambda: services.briefer.prepare())


def sent_texts(session_database: Database, clock: Clock, user_settings: Settings) -> SentTexts:
    return SentTexts(session_database, clock, user_settings.conversations.retention_days)


def conversations(
    session_database: Database, counter: TokenCounter, clock: Clock, user_settings: Settings
) -> Conversations:
    """Imports transcripts, counts and deletes turns."""
    days = user_settings.conversations.retention_days
    return Conversations(session_database, counter, clock, days, user_settings.privacy.personal)
