"""Value types of chunking: passages for the index."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

PASSAGE_TOKENS = 256
"""The bundled model reads 256 tokens, which hold a passage with its heading prefix."""


class TokenCounter(Protocol):
    """Counts tokens as the embedding model does, without the special ones."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""
        ...


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: its heading path (root first), its lines (1-based, inclusive), its text and its tokens."""

    ordinal: int
    heading: tuple[str, ...]
    start_line: int
    end_line: int
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Chunked:
    """A document's title and passages.

    `cut_after` is the last line in the passages where they don't hold all, else 0; `limits` names the limits that were
    met, as whole statements.
    """

    title: str
    passages: tuple[Chunk, ...]
    cut_after: int = 0
    limits: tuple[str, ...] = ()
