"""Optional language model, chosen by the user and limited by a daily allowance."""

from scrubjay.language.chat import ChatEndpoint
from scrubjay.language.choose import make_language_model
from scrubjay.language.model import Completion, LanguageModel
from scrubjay.language.spending import Allowance

__all__ = ["Allowance", "ChatEndpoint", "Completion", "LanguageModel", "make_language_model"]
