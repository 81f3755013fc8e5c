"""Which vectors of the scope are nearest? Every one is compared in a small index, the signs of all in a large one.

The vectors themselves lie in an ordinary table. The vec0 table of a fingerprint is a cache: it is written in the same
transaction, says when it is incomplete, and can be dropped and built again. So are the bits.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from scrubjay.embedding.embedder import Encoded, Vector
from scrubjay.embedding.fingerprint import Fingerprint
from scrubjay.model.prefix import passage_prefix
from scrubjay.retrieval.bits import BitScan, pack_bits
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection
from scrubjay.storage.driver import load_vec0

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = Iterable[tuple[int, bytes]]

MAX_K = 4096
"""vec0's own limit."""

SPARE = 32
"""Neighbours that vec0 finds beyond k, so that equal vectors at the border are told apart by age, not by chance."""

SCANNED_AT_ONCE = 4096

MOST_STATES = 100_000
"""Passages with token states; at 190 tokens each they take 900 MB."""


EXACT = 50_000
"""Vectors of an index that are all compared: 30 ms by sqlite-vec. A scan of bits takes 2, but finds .99."""

RESCORED = 1000
"""Of so many nearest by bits the vectors are compared."""


class VectorIndex:
    """The vectors of one embedder in one database. Methods run inside a transaction of the caller.

    Keeps the bits of a large index in memory, 64 bytes a passage; safe to share between threads.
    """

    def __init__(self, fingerprint: Fingerprint, *, exact: int = EXACT, rescored: int = RESCORED) -> None:
        self._fingerprint = fingerprint
        self._bits = BitScan()
        self._most_exact = exact
        self._rescored = rescored
        self._table = f"vec_{fingerprint.key}"
        self._state = {"name": f"vec0:{fingerprint.key}"}

    def number(self, connection: Connection) -> int:
        """The number of the fingerprint in this database; 0 while it has no vector."""
        row = connection.execute(Q.find_fingerprint, {"key": self._fingerprint.key}).fetchone()
        return int(row["id"]) if row else 0

    def pending(self, connection: Connection, limit: int) -> list[tuple[int, str]]:
        """Passages without a vector, newest first: their ids, and the text that is to be embedded."""
        rows = connection.execute(Q.pending, {"fingerprint": self.number(connection), "limit": limit})
        return [(r["id"], f"{passage_prefix(r['title'], r['heading'])}{r['text']}") for r in rows]

    def progress(self, connection: Connection) -> tuple[int, int]:
        """How many passages have a vector, and how many there are."""
        row = connection.execute(Q.embedding_progress, {"fingerprint": self.number(connection)}).fetchone()
        return int(row["embedded"]), int(row["passages"])

    def add(self, connection: Connection, passages: Sequence[int], encoded: Encoded) -> None:
        """Store vectors and token states; cache the vectors where the extension is there, else mark that as incomplete.

        States beyond MOST_STATES push out those of the least central, then oldest passages.
        """
        if not self.number(connection):
            spec = {"key": self._fingerprint.key, "dim": self._fingerprint.dim, "spec": self._fingerprint.spec}
            connection.execute(Q.add_fingerprint, spec)
            connection.execute(Q.set_cache_state, {**self._state, "value": 1})
        number = self.number(connection)
        rows = [(passage, vector.tobytes()) for passage, vector in zip(passages, encoded.vectors, strict=True)]
        connection.executemany(
            Q.add_embedding, [{"fingerprint": number, "passage": p, "vector": blob} for p, blob in rows]
        )
        signs = pack_bits(encoded.vectors)
        connection.executemany(
            Q.add_bits,
            [{"fingerprint": number, "passage": p, "bits": one} for p, one in zip(passages, signs, strict=True)],
        )
        if encoded.states:
            self._add_states(connection, number, zip(passages, encoded.states, strict=True))
        if self._complete(connection) and load_vec0(connection):
            self._cache(connection, rows)
        else:
            connection.execute(Q.set_cache_state, {**self._state, "value": 0})

    def _add_states(self, connection: Connection, number: int, rows: Iterable[tuple[int, bytes]]) -> None:
        connection.executemany(
            Q.add_states, [{"fingerprint": number, "passage": p, "states": blob} for p, blob in rows]
        )
        (stored,) = connection.execute(Q.count_states, {"fingerprint": number}).fetchone()
        if stored > MOST_STATES:
            connection.execute(Q.trim_states, {"fingerprint": number, "surplus": stored - MOST_STATES})

    def rebuild(self, connection: Connection) -> int:
        """Drop the vec0 table and build it again; returns how many vectors it holds. 0 without the extension."""
        if not load_vec0(connection):
            connection.execute(Q.set_cache_state, {**self._state, "value": 0})
            return 0
        connection.execute(f"DROP TABLE IF EXISTS {self._table}")
        rows = connection.execute(Q.all_vectors, {"fingerprint": self.number(connection)}).fetchall()
        self._cache(connection, ((row["id"], row["vector"]) for row in rows))
        connection.execute(Q.set_cache_state, {**self._state, "value": 1})
        return len(rows)

    def nearest(self, connection: Connection, query: Vector, k: int) -> list[tuple[int, float]]:
        """The nearest passages of `temp.scope` with their cosine, best first; at most 4,064. Ties: newer first.

        Bits and sqlite-vec only propose; the stored vectors decide, so a small index answers alike without the latter.
        """
        k = min(k, MAX_K - SPARE)
        number = self.number(connection)
        if self._large(connection, number):
            contents = [row[0] for row in connection.execute(Q.contents_of_scope)]
            near = self._bits.nearest(connection, number, query, contents, max(self._rescored, k))
        elif self.cached(connection):
            near = self._by_vec0(connection, query, k + SPARE)
        else:
            return self.exact(connection, query, k)
        rows = connection.execute(Q.vectors_of, {"fingerprint": number, "passages": json.dumps(near)})
        return _best(rows, query, k)

    def method(self, connection: Connection) -> str:
        """How `nearest` compares here, for people."""
        if self._large(connection, self.number(connection)):
            return f"signs of the vectors, then {self._rescored:,} vectors"
        return f"every vector ({'sqlite-vec' if self.cached(connection) else 'numpy'})"

    def _large(self, connection: Connection, number: int) -> bool:
        (vectors,) = connection.execute(
            Q.count_vectors, {"fingerprint": number, "most": self._most_exact + 1}
        ).fetchone()
        return bool(vectors > self._most_exact)

    def exact(self, connection: Connection, query: Vector, k: int) -> list[tuple[int, float]]:
        """The same by comparing with every vector of the scope."""
        return _best(connection.execute(Q.vectors, {"fingerprint": self.number(connection)}), query, k)

    def sample(self, connection: Connection, most: int) -> list[Vector]:
        """At most so many vectors of the scope, evenly spread over it."""
        import numpy as np

        scope = {"fingerprint": self.number(connection)}
        ids = [row["id"] for row in connection.execute(Q.vectors, scope)]
        chosen = ids[:: max(1, -(-len(ids) // most))]
        rows = connection.execute(Q.vectors_of, {**scope, "passages": json.dumps(chosen)})
        return [np.frombuffer(row["vector"], dtype=np.float32) for row in rows]

    def cached(self, connection: Connection) -> bool:
        """Whether searches use sqlite-vec here."""
        return self._complete(connection) and load_vec0(connection)

    def _complete(self, connection: Connection) -> bool:
        row = connection.execute(Q.cache_state, self._state).fetchone()
        return bool(row and row["value"])

    def _cache(self, connection: Connection, rows: Iterable[tuple[int, bytes]]) -> None:
        connection.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {self._table} "
            f"USING vec0 (embedding float[{self._fingerprint.dim}] distance_metric=cosine)"
        )
        rows = list(rows)
        connection.executemany(f"DELETE FROM {self._table} WHERE rowid = ?", [(passage,) for passage, _ in rows])
        connection.executemany(f"INSERT INTO {self._table} (rowid, embedding) VALUES (?, ?)", rows)

    def _by_vec0(self, connection: Connection, query: Vector, k: int) -> list[int]:
        rows = connection.execute(
            f"SELECT rowid FROM {self._table} WHERE embedding MATCH :query AND k = :k AND rowid IN ("
            "SELECT p.id FROM passage AS p WHERE p.content_id IN (SELECT content_id FROM temp.scope))",
            {"query": query.tobytes(), "k": k},
        )
        return [row[0] for row in rows]


def _best(rows: Rows, query: Vector, k: int) -> list[tuple[int, float]]:
    """The k best (id, cosine) of (id, vector), in bounded memory. Ties, to six digits: the higher id first."""
    import numpy as np

    best = (np.empty(0, dtype=np.int64), np.empty(0))
    for ids, vectors in _blocks(rows):
        # In double precision, so that equal vectors score equally wherever they stand in a block.
        scores = np.round(vectors.astype(np.float64) @ query.astype(np.float64), 6)
        all_ids, all_scores = np.concatenate([best[0], ids]), np.concatenate([best[1], scores])
        order = np.lexsort((-all_ids, -all_scores))[:k]
        best = (all_ids[order], all_scores[order])
    return list(zip(best[0].tolist(), best[1].tolist(), strict=True))


def _blocks(rows: Rows) -> Iterable[tuple[NDArray[np.int64], Vector]]:
    import numpy as np

    taken = iter(rows)
    while some := list(islice(taken, SCANNED_AT_ONCE)):
        joined = np.frombuffer(b"".join(row[1] for row in some), dtype=np.float32)
        yield np.array([row[0] for row in some], dtype=np.int64), joined.reshape(len(some), -1)
