"""Makers of what sessions write: working sets, and what was sent to them."""

from collections.abc import Callable
from contextlib import suppress

from scrubjay.errors import ScrubjayError
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.model.clock import Clock
from scrubjay.session.conversations.conversations import Conversations
from scrubjay.session.tasks.branches import Lineages
from scrubjay.session.tasks.sent_texts import SentTexts
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database


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
