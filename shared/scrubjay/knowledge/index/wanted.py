"""Passages that an answer showed without a vector: they get one before the rest of the index."""

from collections.abc import Sequence

from scrubjay.errors import ModelUnavailable, StorageError
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.storage.database import Database

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
