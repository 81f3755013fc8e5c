"""Optional language model, chosen by the user and limited by a daily allowance."""

from scrubjay.inference.language.allowance import THRICE, Allowance, ask
from scrubjay.inference.language.chat import ChatEndpoint, Completion, LanguageModel

__all__ = ["THRICE", "Allowance", "ChatEndpoint", "Completion", "LanguageModel", "ask"]
