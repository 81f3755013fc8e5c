"""What is the answer? Found, checked against git, marked, and rendered within a budget."""

from typing import TYPE_CHECKING

from scrubjay.exporting import exported

if TYPE_CHECKING:
    from scrubjay.recall.answer import RecallAnswer, RecallHit, RecallRequest
    from scrubjay.recall.conversation_text import conversations_as_object, render_conversations
    from scrubjay.recall.conversations import ConversationRequest, ConversationSearch
    from scrubjay.recall.decisions import DecisionFilters
    from scrubjay.recall.document import DocumentRequest
    from scrubjay.recall.objects import as_object
    from scrubjay.recall.recall import Recall

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
    "render_conversations",
]

__getattr__ = exported(
    __name__,
    {
        "RecallAnswer": "scrubjay.recall.answer",
        "RecallHit": "scrubjay.recall.answer",
        "RecallRequest": "scrubjay.recall.answer",
        "conversations_as_object": "scrubjay.recall.conversation_text",
        "render_conversations": "scrubjay.recall.conversation_text",
        "ConversationRequest": "scrubjay.recall.conversations",
        "ConversationSearch": "scrubjay.recall.conversations",
        "DecisionFilters": "scrubjay.recall.decisions",
        "DocumentRequest": "scrubjay.recall.document",
        "as_object": "scrubjay.recall.objects",
        "Recall": "scrubjay.recall.recall",
    },
)
