"""One SQLite file: short reads side by side, one writer at a time, and nothing acknowledged that isn't there."""

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from scrubjay.diagnostics import Log
from scrubjay.errors import StorageReplaced
from scrubjay.storage.checkpoint import checkpoint_if_large
from scrubjay.storage.driver import Connection
from scrubjay.storage.failures import FAILURES, translate
from scrubjay.storage.migrate import SchemaName, check_version
from scrubjay.storage.opening import Opening, open_file
from scrubjay.storage.room import obstacle, refusal
from scrubjay.storage.whereabouts import Whereabouts

T = TypeVar("T")

BUSY_MS = 5000

SLOW_MS = 50.0
"""Transactions that take longer, or wait so long for another writer, are worth a line in the diagnostic log."""

_log = Log(__name__)


class Database:
    """A database file whose transactions are functions of a connection; opened by the first that needs it.

    `write(work)` runs `work` under BEGIN IMMEDIATE behind a lock; `read(work)` runs it in a read transaction on a
    connection of its own. Both run in the calling thread, so a transaction is never shared and never half done.
    The law of a write: when it returns, the file that was written is the one at `path`. A file that was put in its
    place is opened instead; one that is gone is a StorageReplaced, and the next call opens what is there then.
    Failures come as StorageError. The file and its folder are private to the user (0600, 0700). On a read-only or
    full disk reading works, and every write says why it can't be until it can. `busy_ms`: how long a call waits for
    another writer.
    """

    def __init__(self, path: Path, schema: SchemaName, *, busy_ms: int = BUSY_MS) -> None:
        self.path = path
        self.schema: SchemaName = schema
        self._busy_ms = busy_ms
        self._lock = threading.RLock()
        """Held by whoever writes, opens or closes."""
        self._opening: Opening | None = None

    def open(self) -> Self:
        """Open the file now, made if missing. Raises StorageError."""
        self._current()
        return self

    def stands(self) -> bool:
        """Whether the file is the one that was opened, or none was: what was learnt from it is worth keeping."""
        opening = self._opening
        return opening is None or opening.whereabouts() is Whereabouts.HERE

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run one write transaction; it is committed when this returns, and rolled back when `work` raises."""
        with _log.timed("write to %s", self.path, least_ms=SLOW_MS), self._lock:
            opening = self._current()
            if opening.access != "write":
                raise refusal(self.path, obstacle(self.path))
            connection = opening.writer
            try:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    check_version(connection, self.schema, self.path)
                    result = work(connection)
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
            except FAILURES as error:
                raise translate(error, self.path) from error
            if not opening.here() and not self._still(opening):
                return result  # its log was gone and is in the file now; the next call opens it again
            if opening.wal:
                checkpoint_if_large(connection, self.path)
            return result

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run one read transaction on a snapshot; temporary tables may be written, nothing else."""
        opening = self._current()
        connection = opening.borrow()
        try:
            connection.execute("BEGIN")
            try:
                check_version(connection, self.schema, self.path)
                with _log.timed("read of %s", self.path, least_ms=SLOW_MS):
                    return work(connection)
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")
        except FAILURES as error:
            raise translate(error, self.path) from error
        finally:
            opening.give_back(connection)

    def empty_log(self) -> bool:
        """Write the log back into the file and cut it to nothing; False while another reader still needs it."""
        with self._lock:
            opening = self._current()
            if not opening.wal:
                return True
            try:
                return not opening.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except FAILURES as error:
                raise translate(error, self.path) from error

    @property
    def journal(self) -> str:
        """The journal mode in use: "WAL" or "DELETE"."""
        return "WAL" if self._current().wal else "DELETE"

    def close(self) -> None:
        """Close every idle connection; running reads close theirs when they end. A later call opens the file again."""
        with self._lock:
            self._retire()

    def _current(self) -> Opening:
        """What is open of the file at the path, opened now if it isn't. Raises StorageError."""
        opening = self._opening
        if opening is not None and opening.here():
            return opening
        with self._lock:
            if self._opening is not None and self._opening.whereabouts() is Whereabouts.REPLACED:
                self._retire()  # nothing of this transaction went into the other one
            if self._opening is not None and (not self._still(self._opening) or self._opening.could_write()):
                self._retire()
            if self._opening is None:
                self._opening = open_file(self.path, self.schema, self._busy_ms)
            return self._opening

    def _still(self, opening: Opening) -> bool:
        """Whether an opening's files are in place.

        False when only its log was gone, and what stood there is in the file now; then nothing is open any more, nor
        where StorageReplaced is raised: what was committed last is in no file that anybody will read.
        """
        found = opening.whereabouts()
        if found is Whereabouts.HERE:
            return True
        kept = found is Whereabouts.LOG_GONE and opening.put_log_back()
        self._retire()
        if not kept:
            raise StorageReplaced
        return False

    def _retire(self) -> None:
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.close()

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
