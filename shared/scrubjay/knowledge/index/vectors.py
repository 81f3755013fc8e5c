"""Vectors of one embedder in one database; a query is compared with all of a small index, the signs of a large one.

The vectors lie in an ordinary table, their signs beside them; what is held in memory follows both.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from scrubjay.inference.numeric import limit_blas_threads, np
from scrubjay.knowledge.index.cache import CachedRows
from scrubjay.knowledge.index.codes import as_codes, as_vectors, quantise
from scrubjay.knowledge.index.generation import (
    MOST_STATES,
    Part,
    Q,
    add_states,
    contents_of,
    in_scope,
    state,
    states_of,
    trim_states,
)
from scrubjay.knowledge.index.kinds import corpora_of
from scrubjay.knowledge.index.nearest import (
    MARGIN,
    as_words,
    nearest_by_bits,
    nearest_in_memory,
    nearest_rows,
    pack_bits,
    rows_of,
    without_zeros,
)
from scrubjay.model.counted import counted
from scrubjay.model.encoded import EmbeddedCorpus, Encoded, Fingerprint, Vector, passage_prefix
from scrubjay.storage.driver import Connection, Row, load_sqlite_vec

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.codes import Codes

SPARE = 64
"""Neighbours that SQLite gives beyond k, so that equal vectors at the border are told apart by age, not by chance."""

MOST_WANTED = 500
"""Passages without a vector that are remembered because an answer showed them: half a minute of the worker's."""

EXACT = 50_000
"""Vectors of an index that are all compared, in memory: 19 MB. A scan of bits takes 3 MB of them, but finds .99."""

RESCORED = 1000
"""Of so many nearest by bits the vectors are compared."""


class VectorIndex:
    """The vectors of one embedder in one database. Methods run inside a transaction of the caller.

    From the second question on the vectors are held in memory, .4 KB a passage, those of a large index as bits of
    48 bytes; safe to share between threads.
    """

    def __init__(self, fingerprint: Fingerprint, *, exact: int = EXACT, rescored: int = RESCORED) -> None:
        self._fingerprint = fingerprint
        self._key = fingerprint.key
        self._bits = CachedRows(Q.bits_after, as_words, by_column=True)
        self._vectors = CachedRows(Q.vectors_after, partial(as_codes, dim=fingerprint.dim))
        self._most_exact = exact
        self._rescored = rescored
        self._lock = threading.Lock()
        self._queried = False
        self._counted: tuple[tuple[int, int, int], bool] | None = None

    def number(self, connection: Connection) -> int:
        """The number of the fingerprint in this database; 0 while it has no vector."""
        return connection.once(("fingerprint", self._key), lambda: self._number(connection))

    def _number(self, connection: Connection) -> int:
        """The number of the fingerprint in this database, read anew; 0 while it has no vector."""
        row = connection.execute(Q.find_fingerprint, {"key": self._key}).fetchone()
        return int(row["id"]) if row else 0

    def pending(self, connection: Connection, limit: int) -> list[tuple[int, str]]:
        """Passages without a vector, the most important first: their ids, and the text to embed."""
        return _ids_and_texts(self._pending(connection, limit))

    def next_pending(self, connection: Connection, limit: int) -> list[tuple[int, str]]:
        """The next passages to embed: those that a question asked for, else passages of one corpus."""
        rows = self._pending(connection, limit)
        return _ids_and_texts(row for row in rows if row["turn"] == rows[0]["turn"])

    def asked_for(self, connection: Connection) -> bool:
        """Whether a question asked for a passage that lacks a vector."""
        return bool(connection.execute(Q.asked_for, {"fingerprint": self.number(connection)}).fetchone()[0])

    def _pending(self, connection: Connection, limit: int) -> list[Row]:
        """The rows of passages without a vector, in the order in which they should get one."""
        return connection.execute(Q.pending, {"fingerprint": self.number(connection), "limit": limit}).fetchall()

    def newest_pending(self, connection: Connection, limit: int) -> list[str]:
        """The formats of passages without a vector, the newest first."""
        params = {"fingerprint": self.number(connection), "limit": limit}
        return [row["format"] for row in connection.execute(Q.formats_without_vector, params)]

    def not_wanted(self, connection: Connection, passages: Sequence[int]) -> list[int]:
        """The passages among some that lack a vector and aren't recorded as wanted."""
        params = {"fingerprint": self.number(connection), "passages": json.dumps(list(passages))}
        return [row["id"] for row in connection.execute(Q.not_wanted, params)]

    def want(self, connection: Connection, passages: Sequence[int]) -> None:
        """Record that some passages should get their vectors before others; the newest 500 records are kept."""
        connection.executemany(Q.add_wanted, [{"passage": passage} for passage in passages])
        connection.execute(Q.trim_wanted, {"most": MOST_WANTED})

    def texts_of(self, connection: Connection, blob: str) -> list[tuple[int, str]]:
        """The passages of a content that was just written: their ids, and the text to embed."""
        return _ids_and_texts(connection.execute(Q.texts_of, {"blob": blob}))

    def progress(self, connection: Connection) -> tuple[int, int]:
        """How many passages have a vector, and how many there are."""
        row = connection.execute(Q.embedding_progress, {"fingerprint": self.number(connection)}).fetchone()
        return int(row["embedded"]), int(row["passages"])

    def add(self, connection: Connection, passages: Sequence[int], encoded: Encoded) -> None:
        """Store vectors with their signs, and token states."""
        if not self.number(connection):
            spec = {"key": self._key, "dim": self._fingerprint.dim, "spec": self._fingerprint.spec}
            connection.execute(Q.add_fingerprint, spec)
        self.add_new(connection, passages, encoded)
        connection.executemany(Q.drop_wanted, [{"passage": passage} for passage in passages])

    def add_new(self, connection: Connection, passages: Sequence[int], encoded: Encoded) -> bool:
        """Store vectors of passages that were not requested yet; False if they or the embedder's vectors are gone."""
        codes = quantise(encoded.vectors)
        rows = zip(passages, codes, strict=True)
        added = connection.executemany(
            Q.add_embedding, [{"key": self._key, "passage": p, "vector": code.tobytes()} for p, code in rows]
        ).rowcount
        self._add_bits(connection, passages, codes)
        if encoded.states:
            add_states(connection, self._key, zip(passages, encoded.states, strict=True))
        return added == len(passages)

    def _add_bits(self, connection: Connection, passages: Sequence[int], codes: Codes) -> None:
        """Store the signs of some passages' vectors."""
        rows = zip(passages, pack_bits(codes), strict=True)
        connection.executemany(Q.add_bits, [{"key": self._key, "passage": p, "bits": signs} for p, signs in rows])

    def trim(self, connection: Connection, most: int = MOST_STATES) -> None:
        """Delete token states beyond `most`: of the least central passages first, then the oldest. Counts all."""
        trim_states(connection, self.number(connection), most)

    def repair(self, connection: Connection) -> int:
        """Make the missing signs of vectors; returns how many."""
        rows = connection.execute(Q.vectors_without_bits, {"fingerprint": self.number(connection)}).fetchall()
        if rows:
            self._add_bits(connection, [row["id"] for row in rows], self._codes(row[1] for row in rows))
        return len(rows)

    def lacking(self, connection: Connection) -> int:
        """How many vectors lack their signs, without which they aren't found."""
        return len(connection.execute(Q.vectors_without_bits, {"fingerprint": self.number(connection)}).fetchall())

    def nearest(self, connection: Connection, query: Vector, k: int, part: Part = "scope") -> list[tuple[int, float]]:
        """The nearest passages of `temp.scope` with their cosine, best first. Ties, to six digits: newer first.

        Another `part` asks for its passages instead.

        However they are found, the stored vectors decide in double precision, so that all ways answer alike.
        """
        if k < 1:
            return []
        limit_blas_threads()
        number = self.number(connection)
        if self._large(connection, number):
            cached = self._bits.read(connection, number)
            candidates = nearest_by_bits(
                cached, cached.visible(contents_of(connection, part)), query, max(self._rescored, k)
            )
            rows = connection.execute(Q.vectors_of, {"fingerprint": number, "passages": json.dumps(candidates)})
            return nearest_rows(rows, query, k)
        if part != "scope" and not self._vectors.is_filled:
            params = {"fingerprint": number, "contents": json.dumps(contents_of(connection, part).tolist())}
            return nearest_rows(connection.execute(Q.vectors_of_contents, params), query, k)
        if part == "scope" and self._is_first_question() and load_sqlite_vec(connection):
            return self._in_sqlite(connection, number, query, k)
        cached = self._vectors.read(connection, number)
        return nearest_in_memory(cached, cached.visible(contents_of(connection, part)), query, k)

    def within(self, connection: Connection, query: Vector, least: float) -> list[tuple[str, float]]:
        """The ids of memories that have a passage with at least some cosine to a query, in any view, best first.

        The vectors of at most 1,000 passages are read: of all memories', or where there are more of those whose signs
        promise most, documents' among them.
        """
        limit_blas_threads()
        params: dict[str, object] = {"fingerprint": self.number(connection)}
        rows = connection.execute(Q.vectors_of_memories, {**params, "limit": self._rescored + 1}).fetchall()
        if len(rows) > self._rescored:
            bits = self._bits.read(connection, self.number(connection))
            candidates = nearest_by_bits(bits, bits.contents >= 0, query, self._rescored)
            rows = connection.execute(Q.vectors_of, {**params, "passages": json.dumps(candidates)}).fetchall()
        near = {passage: cosine for passage, cosine in nearest_rows(rows, query, self._rescored) if cosine >= least}
        found: dict[str, float] = {}
        for passage, id in connection.execute(Q.memories_of, {"passages": json.dumps(list(near))}) if near else ():
            found[id] = max(near[passage], found.get(id, 0.0))
        return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))

    def _is_first_question(self) -> bool:
        """Whether this is the first question; each call after the first gives False."""
        with self._lock:
            first, self._queried = not self._queried, True
            return first

    def _in_sqlite(self, connection: Connection, number: int, query: Vector, k: int) -> list[tuple[int, float]]:
        """The nearest by sqlite-vec, which compares with the query's code, and so is off by that at most."""
        code = quantise(query[None, :])
        off = math.dist(as_vectors(code)[0], query) + MARGIN
        values = {"query": code.tobytes(), "dim": code.shape[1], "limit": k + SPARE}
        rows = in_scope(connection, Q.nearest_in_sqlite, fingerprint=number, **values).fetchall()
        unsure = len(rows) == k + SPARE and rows[-1]["distance"] - rows[k - 1]["distance"] <= 2 * off
        if unsure or (rows and rows[0]["distance"] < 0):
            return self.exact(connection, query, k)
        candidates = json.dumps([row["id"] for row in rows])
        return nearest_rows(connection.execute(Q.vectors_of, {"fingerprint": number, "passages": candidates}), query, k)

    def vectors_of(
        self, connection: Connection, passages: Sequence[int] | NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], Vector]:
        """The vectors of some passages, without missing and zero ones: ids in the asked order, and (n, dim)."""
        number, requested = self.number(connection), np.asarray(passages, dtype=np.int64)
        if self._vectors.is_filled and not self._large(connection, number):
            return rows_of(self._vectors.read(connection, number), requested)
        params = {"fingerprint": number, "passages": json.dumps(requested.tolist())}
        stored = {row["id"]: row["vector"] for row in connection.execute(Q.vectors_of, params)}
        present = [passage for passage in requested.tolist() if passage in stored]
        vectors = as_vectors(self._codes(stored[passage] for passage in present))
        return without_zeros(np.array(present, dtype=np.int64), vectors)

    def states_of(self, connection: Connection, passages: Sequence[int]) -> dict[int, bytes]:
        """The token states of some passages, by passage, where they have some."""
        return states_of(connection, self.number(connection), passages)

    def corpora(
        self, connection: Connection, part: Literal["scope", "memories", "all"] = "all"
    ) -> tuple[EmbeddedCorpus, ...]:
        """How many passages of each corpus have a vector, in the database, the scope or the memories."""
        sql = {"scope": Q.corpora_of_scope, "memories": Q.corpora_of_memories, "all": Q.corpora}[part]
        rows = in_scope(connection, sql, fingerprint=self.number(connection))
        return corpora_of((row["format"], row["embedded"], row["passages"]) for row in rows)

    def method(self, connection: Connection) -> str:
        """How `nearest` compares in this database, in words for people."""
        if self._large(connection, self.number(connection)):
            return f"signs of the vectors, then {counted(self._rescored, 'vector')}"
        return "every vector"

    def _large(self, connection: Connection, number: int) -> bool:
        """Whether the database has too many vectors to hold in memory; counted again when some changed."""
        current = (number, *state(connection))
        with self._lock:
            if self._counted is None or self._counted[0] != current:
                (vectors,) = connection.execute(Q.count_bits).fetchone()
                self._counted = (current, vectors > self._most_exact)
            return self._counted[1]

    def exact(self, connection: Connection, query: Vector, k: int) -> list[tuple[int, float]]:
        """The nearest passages of the scope, found by comparing with every vector."""
        return nearest_rows(in_scope(connection, Q.vectors, fingerprint=self.number(connection)), query, k)

    def sample(self, connection: Connection, most: int) -> list[Vector]:
        """At most so many vectors of the scope, evenly spread over it."""
        number = self.number(connection)
        ids = [row["id"] for row in in_scope(connection, Q.vectors, fingerprint=number)]
        chosen = ids[:: max(1, -(-len(ids) // most))]
        rows = connection.execute(Q.vectors_of, {"fingerprint": number, "passages": json.dumps(chosen)})
        return list(as_vectors(self._codes(row["vector"] for row in rows)))

    def _codes(self, blobs: Iterable[bytes]) -> Codes:
        """Stored vectors as an array of codes."""
        return as_codes(list(blobs), self._fingerprint.dim)


def _ids_and_texts(rows: Iterable[Row]) -> list[tuple[int, str]]:
    """Each passage's id with the text to embed."""
    return [(row["id"], embedded_text(row)) for row in rows]


def embedded_text(row: Row) -> str:
    """The text that is embedded of a passage: its title and heading, then its own text."""
    return f"{passage_prefix(row['title'], row['heading'])}{row['text']}"
