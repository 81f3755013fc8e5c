"""What is the answer? Found, checked against git, marked, and rendered within a budget."""

from scrubjay.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.recall.objects import as_object
from scrubjay.recall.render import render
from scrubjay.recall.service import Recall

__all__ = ["Recall", "RecallAnswer", "RecallHit", "RecallRequest", "as_object", "render"]
