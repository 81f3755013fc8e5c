"""Optional language model, chosen by the user and limited by a daily allowance."""

from scrubjay.inference.language.chat import ChatEndpoint
from scrubjay.inference.language.model import Completion, LanguageModel
from scrubjay.inference.language.spending import Allowance

__all__ = ["Allowance", "ChatEndpoint", "Completion", "LanguageModel"]
