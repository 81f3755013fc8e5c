"""What is found by meaning? The nearest vectors of the scope, by sqlite-vec, or by numpy where that can't be loaded.

The vectors themselves lie in an ordinary table. The vec0 table of a fingerprint is a cache: it is written in the same
transaction, says when it is incomplete, and can be dropped and built again.
"""

import heapq
from collections.abc import Iterable, Sequence

import numpy as np

from scrubjay.embedding.embedder import Vector
from scrubjay.embedding.fingerprint import Fingerprint
from scrubjay.model.prefix import passage_prefix
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection
from scrubjay.storage.driver import load_vec0

MAX_K = 4096
"""vec0's own limit."""

SCANNED_AT_ONCE = 4096


class VectorIndex:
    """The vectors of one embedder in one database. Methods run inside a transaction of the caller."""

    def __init__(self, fingerprint: Fingerprint) -> None:
        self._fingerprint = fingerprint
        self._table = f"vec_{fingerprint.key}"
        self._state = {"name": f"vec0:{fingerprint.key}"}

    def number(self, connection: Connection) -> int:
        """The number of the fingerprint in this database; 0 while it has no vector."""
        row = connection.execute(Q.find_fingerprint, {"key": self._fingerprint.key}).fetchone()
        return int(row["id"]) if row else 0

    def pending(self, connection: Connection, limit: int) -> list[tuple[int, str]]:
        """Passages without a vector, newest first: their ids, and the text that is to be embedded."""
        rows = connection.execute(Q.pending, {"fingerprint": self.number(connection), "limit": limit})
        prefix = self._fingerprint.passage_prefix
        return [(r["id"], f"{prefix}{passage_prefix(r['title'], r['heading'])}{r['text']}") for r in rows]

    def progress(self, connection: Connection) -> tuple[int, int]:
        """How many passages have a vector, and how many there are."""
        row = connection.execute(Q.embedding_progress, {"fingerprint": self.number(connection)}).fetchone()
        return int(row["embedded"]), int(row["passages"])

    def add(self, connection: Connection, passages: Sequence[int], vectors: Vector) -> None:
        """Store vectors, and cache them where the extension is there; elsewhere the cache is marked incomplete."""
        if not self.number(connection):
            spec = {"key": self._fingerprint.key, "dim": self._fingerprint.dim, "spec": self._fingerprint.spec}
            connection.execute(Q.add_fingerprint, spec)
            connection.execute(Q.set_cache_state, {**self._state, "value": 1})
        number = self.number(connection)
        rows = [(passage, vector.tobytes()) for passage, vector in zip(passages, vectors, strict=True)]
        connection.executemany(
            Q.add_embedding, [{"fingerprint": number, "passage": p, "vector": blob} for p, blob in rows]
        )
        if self._complete(connection) and load_vec0(connection):
            self._cache(connection, rows)
        else:
            connection.execute(Q.set_cache_state, {**self._state, "value": 0})

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
        """The nearest passages of `temp.scope` with their cosine, best first. Ties: newer first."""
        k = min(k, MAX_K)
        if self._complete(connection) and load_vec0(connection):
            found = self._by_vec0(connection, query, k)
        else:
            found = self._by_numpy(connection, query, k)
        return sorted(found, key=lambda item: (-item[1], -item[0]))[:k]

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

    def _by_vec0(self, connection: Connection, query: Vector, k: int) -> list[tuple[int, float]]:
        rows = connection.execute(
            f"SELECT rowid AS id, distance FROM {self._table} WHERE embedding MATCH :query AND k = :k AND rowid IN ("
            "SELECT e.passage_id FROM embedding AS e JOIN passage AS p ON p.id = e.passage_id "
            "WHERE e.fingerprint_id = :fingerprint AND p.content_id IN (SELECT content_id FROM temp.scope))",
            {"query": query.tobytes(), "k": k, "fingerprint": self.number(connection)},
        )
        return [(row["id"], 1.0 - float(row["distance"])) for row in rows]

    def _by_numpy(self, connection: Connection, query: Vector, k: int) -> list[tuple[int, float]]:
        rows = connection.execute(Q.vectors, {"fingerprint": self.number(connection)})
        best: list[tuple[float, int]] = []
        while some := rows.fetchmany(SCANNED_AT_ONCE):
            matrix = np.frombuffer(b"".join(row["vector"] for row in some), dtype=np.float32)
            scores = matrix.reshape(len(some), -1) @ query
            best = heapq.nlargest(k, [*best, *zip(scores.tolist(), (row["id"] for row in some), strict=True)])
        return [(passage, float(score)) for score, passage in best]
