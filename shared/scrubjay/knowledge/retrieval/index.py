"""Protocol of the index that a search runs on: five calls, within one view and its filters.

The pool, its order and the reranker know nothing else of it; `sqlite_index.py` answers from SQLite.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from scrubjay.storage.driver import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.generation import Part
    from scrubjay.knowledge.retrieval.keyword import KeywordAnswer
    from scrubjay.knowledge.retrieval.query import ParsedQuery
    from scrubjay.model.encoded import Vector

    Members = tuple[NDArray[np.int64], NDArray[np.int64]]
    """Passages, and the content of each."""

PassageRow = Row | Mapping[str, Any]
"""What is shown of a passage, by the names of `read_rows`."""


class IndexView(Protocol):
    """The contents and vectors of passages in the index, read without their texts."""

    def owners(self, passages: Collection[int]) -> Mapping[int, int]:
        """The content of each of some passages."""

    def members(self, contents: Sequence[int], most: int) -> Members:
        """The first passages of some contents, at most so many of each, in their order."""

    def vectors(self, passages: Sequence[int] | NDArray[np.int64]) -> tuple[NDArray[np.int64], Vector]:
        """The vectors of some passages: ids of those that have one, in the asked order, and an array (n, dim)."""


class Index(Protocol):
    """The passages that one search may show."""

    def terms(self, query: ParsedQuery, most: int, *, helped: bool, phrases: Sequence[str]) -> KeywordAnswer:
        """The passages that hold most of a query's words, best first; see `search_words`."""

    def nearest(self, query: Vector, most: int, part: Part = "scope") -> Sequence[tuple[int, float]]:
        """The passages of the scope, or of another part, nearest to a vector: each with its cosine, best first."""

    def states(self, passages: Sequence[int]) -> Mapping[int, bytes]:
        """The token states of some passages, where they have some."""

    def rows(self, passages: Iterable[int]) -> Mapping[int, PassageRow]:
        """What a hit shows of some passages, by passage; a passage that may not be shown is left out."""

    def view(self) -> IndexView:
        """The contents and vectors of passages, without their texts."""
