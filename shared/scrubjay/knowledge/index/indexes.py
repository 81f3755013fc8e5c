"""Vector indexes of open databases: one for all who search a database here, so that memory holds its vectors once."""

import threading
from weakref import WeakKeyDictionary

from scrubjay.knowledge.index.vectors import EXACT, VectorIndex
from scrubjay.model.fingerprint import Fingerprint
from scrubjay.storage.database import Database


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
