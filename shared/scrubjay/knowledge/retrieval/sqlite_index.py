"""The index of a search in SQLite: the five calls, on the connection of one read transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.terms import passages_of
from scrubjay.knowledge.retrieval.hits import read_rows
from scrubjay.knowledge.retrieval.keyword import owners_of, search_words
from scrubjay.knowledge.retrieval.scope import Q

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.generation import Part
    from scrubjay.knowledge.index.vectors import VectorIndex
    from scrubjay.knowledge.retrieval.index import IndexView, Members, PassageRow
    from scrubjay.knowledge.retrieval.keyword import KeywordAnswer
    from scrubjay.knowledge.retrieval.query import ParsedQuery
    from scrubjay.model.encoded import Vector
    from scrubjay.storage.driver import Connection


class SqliteIndex:
    """The index in SQLite, read on the connection of a transaction whose scope is set. Each row is read once.

    `vectors` gives those of the embedder, and may raise ModelUnavailable.
    """

    def __init__(self, connection: Connection, vectors: Callable[[], VectorIndex]) -> None:
        self._connection = connection
        self._vectors = vectors
        self._rows: dict[int, PassageRow] = {}

    def terms(self, query: ParsedQuery, most: int, *, helped: bool, phrases: Sequence[str]) -> KeywordAnswer:
        """The passages that hold most of a query's words."""
        return search_words(self._connection, query, most, helped=helped, phrases=phrases)

    def nearest(self, query: Vector, most: int, part: Part = "scope") -> Sequence[tuple[int, float]]:
        """The passages of a part of the scope nearest to a vector, each with its cosine."""
        return self._vectors().nearest(self._connection, query, most, part)

    def states(self, passages: Sequence[int]) -> Mapping[int, bytes]:
        """The token states of some passages."""
        return self._vectors().states_of(self._connection, passages)

    def rows(self, passages: Iterable[int]) -> Mapping[int, PassageRow]:
        """What a hit shows of some passages, each read once."""
        if new := [passage for passage in passages if passage not in self._rows]:
            self._rows |= read_rows(self._connection, new)
        return self._rows

    def view(self) -> IndexView:
        """Which passages belong to which content, and their vectors; held in memory from the second question on."""
        return self

    def owners(self, passages: Collection[int]) -> Mapping[int, int]:
        """The content of each of some passages."""
        return owners_of(self._connection, passages)

    def members(self, contents: Sequence[int], most: int) -> Members:
        """The first passages of some contents."""
        if (known := passages_of(self._connection, contents, most)) is not None:
            return known
        params = {"contents": json.dumps(list(contents)), "most": most}
        rows = self._connection.execute(Q.passages_of_contents, params).fetchall()
        return np.array([row["id"] for row in rows], dtype=np.int64), np.array(
            [row["content"] for row in rows], dtype=np.int64
        )

    def vectors(self, passages: Sequence[int] | NDArray[np.int64]) -> tuple[NDArray[np.int64], Vector]:
        """The vectors of some passages."""
        return self._vectors().vectors_of(self._connection, passages)
