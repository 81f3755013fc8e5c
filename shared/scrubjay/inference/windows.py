"""Context windows of models, by the beginnings of their names.

A server may give a model less than its own window, as Ollama does: a model that people serve by themselves has no row.
"""

import re
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

_HUB: Final = pattern(r"\A(?:hf\.co|huggingface(?:\.co)?)/")
"""What stands before the name of a model that people serve by themselves, whatever it is called."""

_BOUNDARY: Final = r"(?=[-@:]|\Z)"
"""What a row's name ends at, so that no other name that begins with the same letters is taken for it."""

_SAME_VERSION: Final = r"(?!-\d{1,2}(?!\d))"
"""After a name that ends in a number no further small one: gpt-5 isn't gpt-5.6, but gpt-5-2025-08-07 is one."""


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
    """The tokens of a model's context window, by its name, which a provider's may precede; None where it is unknown."""
    written = model.strip().lower()
    if _HUB.match(written):
        return None
    name = _dashed(_PROVIDER.sub("", written))
    return next((row.tokens for row in windows() if _begins(name, _dashed(row.beginning))), None)


def _begins(name: str, beginning: str) -> bool:
    same_version = _SAME_VERSION if beginning[-1].isdigit() else ""
    return re.match(re.escape(beginning) + _BOUNDARY + same_version, name) is not None


def _dashed(name: str) -> str:
    """A name with the dashes that some providers write for the dots of a version."""
    return name.replace(".", "-")
