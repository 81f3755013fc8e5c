"""What is asked of a language model? One Protocol; the built-in one asks an endpoint, and by default there is none."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model wrote, and the tokens that asking and writing took."""

    text: str
    tokens: int


class LanguageModel(Protocol):
    """Answers a text by instructions."""

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        """Write at most so many tokens. Raises ModelUnavailable."""
        ...
