"""Conversation store: transcripts of coding clients and other sources, turn by turn, searchable."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.conversations.conversations import Conversations
    from scrubjay.conversations.model import ImportReport, Turn
    from scrubjay.conversations.turns import TurnReader

__all__ = ["Conversations", "ImportReport", "Turn", "TurnReader"]

__getattr__ = exported(
    __name__,
    {
        "Conversations": "scrubjay.conversations.conversations",
        "ImportReport": "scrubjay.conversations.model",
        "Turn": "scrubjay.conversations.model",
        "TurnReader": "scrubjay.conversations.turns",
    },
)
