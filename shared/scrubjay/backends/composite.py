"""Several stores as one: all are read, together and within a deadline; exactly one is written."""

from collections.abc import Sequence

from scrubjay.backends.asking import Asking
from scrubjay.backends.backend import (
    MOST_FOUND,
    PAGE,
    BackendAnswer,
    ChangedRecords,
    MemoryBackend,
    StoredRecord,
    WriteReceipt,
)
from scrubjay.backends.fusing import fuse
from scrubjay.errors import BackendDown, UsageError

DEADLINE_S = 2.0
"""Seconds that a search waits for the slowest store."""


class CompositeBackend:
    """Stores in the order of their priority, the first before all others; `writer` names the one that is written."""

    def __init__(
        self, backends: Sequence[MemoryBackend], writer: str, *, name: str = "together", deadline_s: float = DEADLINE_S
    ) -> None:
        names = [backend.name for backend in backends]
        if len(set(names)) < len(names):
            raise UsageError(f"Two stores have one name: {', '.join(sorted(names))}. Name each otherwise.")
        if writer not in names:
            raise UsageError(f"No store is called {writer[:40]!r}, to be the writer. There are: {', '.join(names)}.")
        self.name = name
        self._backends = tuple(backends)
        self._writer = self._backends[names.index(writer)]
        self._asking = Asking(self._backends, deadline_s)

    def search(self, query: str, limit: int, scope: str = "") -> BackendAnswer:
        """What all stores found, fused by rank; whoever is late or down is named in `degraded`."""
        most = max(1, min(limit, MOST_FOUND))
        asked = self._asking.ask(lambda backend: backend.search(query, most, scope))
        nested = [f"{name}: {note}" for name, answer in asked.answers for note in answer.degraded]
        found = fuse([(name, answer.found) for name, answer in asked.answers], most)
        return BackendAnswer(found=found, degraded=(*asked.degraded, *nested))

    def get(self, id: str) -> StoredRecord | None:
        """A record of the first store that has it. Raises BackendDown where none has it and one couldn't be asked."""
        asked = self._asking.ask(lambda backend: (backend.get(id),))
        found = next((record for _, (record,) in asked.answers if record is not None), None)
        if found is None and asked.degraded:
            raise BackendDown(f"Whether memory {id[:12]} exists is not known: {'; '.join(asked.degraded)}. Try again.")
        return found

    def write(self, record: StoredRecord) -> WriteReceipt:
        """Write to the one writer. Raises BackendDown; then nothing was saved anywhere."""
        return write_to(self._writer, record)

    def since(self, position: str, limit: int = PAGE) -> ChangedRecords:
        """What changed in the writer: the others have histories of their own."""
        return self._writer.since(position, limit)


def write_to(backend: MemoryBackend, record: StoredRecord) -> WriteReceipt:
    """Write to a store, and say so where it is down: no other takes its place. Raises BackendDown."""
    try:
        return backend.write(record)
    except BackendDown:
        raise
    except Exception as error:
        words = " ".join(str(error).split())[:200] or type(error).__name__
        raise BackendDown(
            f"Nothing was saved: the store {backend.name!r} can't be written ({words}). "
            "Try again when it is reachable; no other store takes its place."
        ) from error
