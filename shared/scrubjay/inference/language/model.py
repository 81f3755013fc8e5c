"""The language model Protocol; the built-in implementation calls an endpoint, and by default there is none."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's text, and the tokens that prompt and completion took."""

    text: str
    tokens: int


class LanguageModel(Protocol):
    """Answers a text by instructions."""

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        """Write at most so many tokens. Raises ModelUnavailable."""
        ...
