"""A text that is read by its name, with what stands beside it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text in Markdown, the label by which texts name it, and what finds the lines that follow it."""

    label: str
    text: str
    beside: Callable[[], Sequence[str]]
