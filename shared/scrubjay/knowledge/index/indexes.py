"""Vector indexes of open databases, and passages that get their vectors at once or first."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from weakref import WeakKeyDictionary

from scrubjay.errors import ModelUnavailable, StorageError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.knowledge.index.vectors import EXACT, VectorIndex
from scrubjay.model.encoded import Fingerprint
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


class VectorIndexes:
    """The indexes of open databases. Safe to share between threads; an index goes with its database.

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
        """Let all vectors go; the next question reads them again."""
        with self._lock:
            self._indexes.clear()


def embed_content(database: Database, embedder: Embedder, blob: str) -> bool:
    """Make the vectors that one content lacks, each passage in a batch of its own; whether it has all now.

    An embedder that has read the same words alone a moment ago, to judge them, doesn't read them again. Nothing where
    the database has no vector of this embedder yet, as one among thousands of passages without would be found by every
    question, nor where the model can't be had: the worker makes them.
    """
    index = VectorIndex(embedder.fingerprint)
    pending = database.read(lambda c: index.pending_of(c, blob) if index.number(c) else None)
    if pending is None:
        return False
    with suppress(ModelUnavailable):
        encoded = [(passage, embedder.embed_passages([text])) for passage, text in pending]

        def store(connection: Connection) -> None:
            for passage, item in encoded:
                index.add(connection, [passage], item)

        if encoded:
            database.write(store)
        return True
    return False


BUSY_MS = 50
"""How long an answer waits for the worker's transaction; what isn't remembered then is asked for again."""


class WantedPassages:
    """Remembers what was asked for in one database; without an embedder nothing is."""

    def __init__(self, knowledge_database: Database, embedder: Embedder | None) -> None:
        self._knowledge = knowledge_database
        self._embedder = embedder

    def add(self, passages: Sequence[int]) -> None:
        """Remember those that lack a vector. Where the database can't be written now, they wait their turn."""
        if self._embedder is None:
            return
        try:
            index = VectorIndex(self._embedder.fingerprint)
            if new := self._knowledge.read(lambda c: index.not_wanted(c, passages)):
                with Database(self._knowledge.path, self._knowledge.schema, busy_ms=BUSY_MS) as database:
                    database.write(lambda c: index.want(c, new))
        except (ModelUnavailable, StorageError):
            return
