"""Context windows of models, by the beginnings of their names.

A server may give a model less than its own window, as Ollama does: a model that people serve by themselves has no row.
"""

from functools import cache
from pathlib import Path
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

FILE: Final = Path(__file__).with_name("windows.tsv")

DEFAULT_WINDOW: Final = 8_192
"""Tokens of the window where no budget is given and the model is unknown."""

_PROVIDER: Final = pattern(r"\A(?:.*/)?(?:[a-z-]+\.)*")
"""What stands before a model's own name: "openai/", "us.anthropic."."""


@dataclass(frozen=True, slots=True)
class ModelWindow:
    """The context window of models whose names have some beginning, its source, and when that was read."""

    beginning: str
    tokens: int
    source: str
    read: str


@cache
def windows() -> tuple[ModelWindow, ...]:
    """The rows of the table of context windows, longest beginning of a name first."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    found = [ModelWindow(beginning, int(tokens), source, read) for beginning, tokens, source, read in rows]
    return tuple(sorted(found, key=lambda row: len(row.beginning), reverse=True))


def window_of(model: str) -> int | None:
    """The tokens of a model's context window, by the model's name with or without a provider's; None if unknown."""
    name = _PROVIDER.sub("", model.strip().lower())
    return next((row.tokens for row in windows() if name.startswith(row.beginning)), None)
