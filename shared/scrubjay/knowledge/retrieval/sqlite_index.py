"""The index of a search in SQLite, on the connection of a transaction whose scope is set."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.generation import in_scope, is_empty
from scrubjay.knowledge.index.terms import NOBODY, knows_owners, owners, passages_of
from scrubjay.knowledge.retrieval.hits import FoundPassages
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.query import all_of
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.knowledge.retrieval.sqlite_terms import SqliteTerms
from scrubjay.text.scripts import stored
from scrubjay.text.words import spaced_camel_case

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.generation import Part
    from scrubjay.knowledge.index.vectors import VectorIndex
    from scrubjay.knowledge.retrieval.index import IndexView, Members, PassageRow
    from scrubjay.model.encoded import Vector
    from scrubjay.model.hit import Hit
    from scrubjay.storage.driver import Connection, Row

_DEFINITION = json.dumps(["definition"])


class SqliteIndex(SqliteTerms):
    """The index in SQLite, for one question. Each row is read once.

    `vectors` gives those of the embedder, and may raise ModelUnavailable.
    """

    def __init__(self, connection: Connection, vectors: Callable[[], VectorIndex], question: str) -> None:
        super().__init__(connection, question)
        self._vectors = vectors
        self._rows: dict[int, PassageRow] = {}

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

    def texts(self, contents: Collection[int]) -> Iterable[PassageRow]:
        """All passages of some contents, by content and place."""
        return self._connection.execute(Q.texts_of_contents, {"contents": json.dumps(sorted(contents))})

    def paths(self, contents: Collection[int]) -> Iterable[str]:
        """The paths of the scope at which some contents stand."""
        rows = in_scope(self._connection, Q.paths_of_contents, contents=json.dumps(sorted(contents)))
        return [row["path"] for row in rows]

    def contents_at(self, paths: Collection[str]) -> Mapping[str, PassageRow]:
        """The document at each of some paths of the scope, where there is one."""
        rows = in_scope(self._connection, Q.contents_of_paths, paths=json.dumps(list(paths)))
        return {row["path"]: row for row in rows}

    def first_at(self, paths: Collection[str]) -> Sequence[int]:
        """The first passage of each document at one of some paths of the scope."""
        rows = in_scope(self._connection, Q.first_passages_of_paths, paths=json.dumps(list(paths)))
        return [row["id"] for row in rows]

    def has_code(self) -> bool:
        """Whether there is code beside the scope."""
        return not is_empty(self._connection, "code")

    def defining(self, name: str, most: int) -> Sequence[int]:
        """The passages that define a name with this ending, by the symbols that grammars found."""
        last = name.rpartition(".")[2]
        rows = in_scope(self._connection, Q.places, path=name, name=last, roles=_DEFINITION, limit=most)
        return [row["passage"] for row in rows]

    def headed(self, name: str, most: int) -> Sequence[int]:
        """The first passages under a heading with this ending."""
        words = stored(spaced_camel_case(name.rpartition(".")[2])).replace('"', " ")
        rows = in_scope(self._connection, Q.code_headed, match=f'name : "{words}"', end=name, limit=most)
        return [row["id"] for row in rows]

    def at_line(self, path: str, line: int, most: int) -> Sequence[int]:
        """The passages of code that hold a line of a file."""
        rows = in_scope(self._connection, Q.code_at_line, path=path, line=line, limit=most)
        return [row["id"] for row in rows]

    def heads(self, passages: Collection[int]) -> Sequence[int]:
        """The first piece of each definition that some passages are pieces of."""
        rows = self._connection.execute(Q.heads_of, {"passages": json.dumps(list(passages))})
        return [id for (id,) in rows]

    def pieces_holding(self, tokens: Sequence[str]) -> Collection[int]:
        """All passages of code that hold all of some tokens."""
        return {row[0] for row in in_scope(self._connection, Q.code_holding, match=all_of(tokens))}


def read_rows(connection: Connection, passages: Iterable[int]) -> dict[int, Row]:
    """What a hit shows of some passages, by passage; a passage outside of the scope is left out."""
    rows = in_scope(connection, Q.hits, passages=json.dumps(list(passages)))
    return {row["id"]: row for row in rows if row["path"]}


def read_hits(
    connection: Connection, scored: Sequence[Scored], arms: Mapping[str, Sequence[tuple[int, float]]]
) -> list[Hit]:
    """Passages as hits, in order; a passage outside of the scope is left out."""
    found = FoundPassages(read_rows(connection, [one.passage for one in scored]) if scored else {}, scored, arms)
    return [found.hit(candidate) for candidate in found.scored]


def hits_with_name(connection: Connection, match: str, limit: int) -> list[Hit]:
    """Hits for an exact name: documents and commits that hold it, then code."""
    rows = in_scope(connection, Q.passages_with_name, match=match, limit=limit).fetchall()
    if in_scope(connection, Q.any_code).fetchone()[0]:
        rows += in_scope(connection, Q.code_with_name, match=match, limit=limit).fetchall()
    return read_hits(connection, [Scored(row["id"], 0, -round(row["score"], 6)) for row in rows], {})


def owners_of(connection: Connection, passages: Collection[int]) -> dict[int, int]:
    """The content that each of some passages belongs to."""
    if not passages:
        return {}
    if knows_owners(connection):
        ids = np.array(list(passages), dtype=np.int64)
        found = zip(ids.tolist(), owners(connection, ids).tolist(), strict=True)
        return {passage: owner for passage, owner in found if owner != NOBODY}
    rows = connection.execute(Q.owners, {"passages": json.dumps(list(passages))})
    return dict(rows.fetchall())
