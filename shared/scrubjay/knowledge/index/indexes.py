"""Vector indexes of open databases, and passages that get their vectors at once or first."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from weakref import WeakKeyDictionary

from scrubjay.errors import ModelUnavailable, StorageError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.knowledge.index.vectors import EXACT, VectorIndex
from scrubjay.model.encoded import Encoded, Fingerprint
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


class VectorIndexes:
    """The vector indexes of open databases, one an embedder. Safe to share between threads.

    `exact` is how many vectors an index may have whose vectors are all compared.
    """

    def __init__(self, exact: int = EXACT) -> None:
        self._exact = exact
        self._lock = threading.Lock()
        self._indexes: WeakKeyDictionary[Database, dict[str, VectorIndex]] = WeakKeyDictionary()

    def of(self, database: Database, fingerprint: Fingerprint) -> VectorIndex:
        """The index of one embedder in a database."""
        with self._lock:
            indexes = self._indexes.setdefault(database, {})
            return indexes.setdefault(fingerprint.key, VectorIndex(fingerprint, exact=self._exact))

    def rest(self) -> None:
        """Drop all vectors from memory; the next question reads them again."""
        with self._lock:
            self._indexes.clear()


KeepVectors = Callable[[Connection, str], bool]
"""Gives a content that was just written its vectors, inside the caller's transaction; whether it has all of them."""


def embedded_ahead(database: Database, embedder: Embedder, texts: Sequence[str]) -> KeepVectors:
    """Embed passages before they are stored; returns a function that stores their vectors afterwards.

    An embedder that has read the same words a moment ago, to judge them, doesn't read them again. Nothing where
    the database has no vector of this embedder yet, as one among thousands of passages without would be found by every
    question, nor where the model can't be had: the worker makes them.
    """
    encoded: dict[str, Encoded] = {}
    with suppress(ModelUnavailable):
        index = VectorIndex(embedder.fingerprint)
        if database.read(index.number):
            encoded = {text: embedder.embed_passages([text]) for text in dict.fromkeys(texts)}

    def keep(connection: Connection, blob: str) -> bool:
        if not encoded:
            return False
        passages = index.texts_of(connection, blob)
        kept = [index.add_new(connection, [passage], encoded[text]) for passage, text in passages if text in encoded]
        return len(kept) == len(passages) and all(kept)

    return keep


BUSY_MS = 50
"""How long an answer waits for the worker's transaction; what isn't remembered then is asked for again."""


class WantedPassages:
    """Records in a database which passages should get their vectors soon, since questions found them."""

    def __init__(self, knowledge_database: Database, embedder: Embedder | None) -> None:
        self._knowledge = knowledge_database
        self._embedder = embedder

    def add(self, passages: Sequence[int]) -> None:
        """Record the passages that lack a vector. Where the database can't be written now, nothing is recorded."""
        if self._embedder is None:
            return
        try:
            index = VectorIndex(self._embedder.fingerprint)
            if new := self._knowledge.read(lambda c: index.not_wanted(c, passages)):
                with Database(self._knowledge.path, self._knowledge.schema, busy_ms=BUSY_MS) as database:
                    database.write(lambda c: index.want(c, new))
        except (ModelUnavailable, StorageError):
            return
