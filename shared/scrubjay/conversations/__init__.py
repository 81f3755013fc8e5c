"""Conversation store: transcripts of coding clients and other sources, turn by turn, searchable."""

from scrubjay.conversations.conversations import Conversations
from scrubjay.conversations.model import ImportReport, Turn
from scrubjay.conversations.turns import TurnReader

__all__ = ["Conversations", "ImportReport", "Turn", "TurnReader"]
