"""Makers of the reading of turns for memories."""

from typing import TYPE_CHECKING

from scrubjay.context.extraction.extraction import Extraction
from scrubjay.context.extraction.stated import Stated
from scrubjay.extensions.kinds.embedder import Embedder
from scrubjay.identity.presence.clients import ClientSessions
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.context.extraction.reader import ModelReader


def extraction(
    session_database: Database, turn_reader: TurnReader, memories: Memories, embedder: Embedder | None,
    model_reader: "ModelReader | None", client_sessions: ClientSessions, user_settings: Settings,
) -> Extraction:  # fmt: skip
    return Extraction(
        database=session_database,
        turn_reader=turn_reader,
        memories=memories,
        author=user_settings.user_id,
        stated=Stated(embedder),
        reader=model_reader,
        off=user_settings.extraction.by == "off",
        captured=lambda session: client_sessions.of_session(session) is not None,
    )
