"""What is the answer? Found, checked against git, marked, and rendered within a budget."""

from scrubjay.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.recall.conversation_text import conversations_as_object, render_conversations
from scrubjay.recall.conversations import ConversationRequest, ConversationSearch
from scrubjay.recall.decisions import DecisionFilters
from scrubjay.recall.document import DocumentRequest
from scrubjay.recall.objects import as_object
from scrubjay.recall.recall import Recall
from scrubjay.recall.render import render

__all__ = [
    "ConversationRequest",
    "ConversationSearch",
    "DecisionFilters",
    "DocumentRequest",
    "Recall",
    "RecallAnswer",
    "RecallHit",
    "RecallRequest",
    "as_object",
    "conversations_as_object",
    "render",
    "render_conversations",
]
