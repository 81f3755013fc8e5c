"""Audit of cross-scope reads: user memories shown in a project, batched so that reading stays cheap."""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from scrubjay.errors import StorageError
from scrubjay.identity.audit.log import AuditEvent, AuditLogger
from scrubjay.model.clock import Clock, iso
from scrubjay.storage.database import Database

BATCH_PERIOD = timedelta(minutes=1)
"""Length of a batch. The first read is recorded at once; a killed process loses the reads since the last record."""

DIGITS = 12
MAX_NAMED = 15
"""Ids in one record; its count covers all."""


class CrossScopeReads:
    """Records in the user's database which user memories a project's worktree was shown. Thread-safe."""

    def __init__(self, user: Callable[[], Database], clock: Clock, project: str, reader: str) -> None:
        self._user = user
        self._clock = clock
        self._project = project
        self._reader = reader
        self._lock = threading.Lock()
        self._seen: dict[str, None] = {}
        self._reads = 0
        self._recorded: datetime | None = None
        self.noted = 0
        """How often something was noted: what shows user memories again must note them again."""

    def note(self, ids: Iterable[str]) -> None:
        """Note reads of user memories. Never raises: what can't be recorded now is recorded with the next batch."""
        with self._lock:
            self._seen |= dict.fromkeys(ids)
            self._reads += 1
            self.noted += 1
            due = self._recorded is None or abs(self._clock() - self._recorded) >= BATCH_PERIOD
        if due:
            self.flush()

    def flush(self) -> None:
        """Record the current batch."""
        with self._lock:
            ids, reads = list(self._seen), self._reads
            self._seen, self._reads = {}, 0
        if not ids:
            return
        try:
            self._record(ids, reads)
        except StorageError:
            with self._lock:
                self._seen = dict.fromkeys([*ids, *self._seen])
                self._reads += reads

    def _record(self, ids: list[str], reads: int) -> None:
        database, now = self._user(), self._clock()
        metadata = {"memories": " ".join(id[:DIGITS] for id in ids[:MAX_NAMED]), "count": len(ids), "reads": reads}
        audit = AuditLogger(database.path.parent / "audit")
        database.write(
            lambda c: audit.add(
                c,
                iso(now),
                AuditEvent.CROSS_SCOPE_READ,
                self._reader,
                self._project,
                "read from a project",
                "shown",
                metadata,
            )
        )
        self._recorded = now
