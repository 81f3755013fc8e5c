"""What was said? Transcripts of coding clients and other conversations, turn by turn, kept and found again."""

from scrubjay.conversations.model import Reading, Turn
from scrubjay.conversations.said import SaidTurns
from scrubjay.conversations.service import Conversations

__all__ = ["Conversations", "Reading", "SaidTurns", "Turn"]
