"""One SQLite file: short reads side by side, one writer at a time."""

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from scrubjay.errors import DiskFull
from scrubjay.storage import driver
from scrubjay.storage.checkpoint import checkpoint_if_large
from scrubjay.storage.driver import DRIVER, Connection
from scrubjay.storage.failures import translate
from scrubjay.storage.filesystem import log_is_empty, private_file, private_folder, read_only, supports_wal
from scrubjay.storage.migrate import SchemaName, migrate

T = TypeVar("T")

BUSY_MS = 5000
KEPT_READERS = 4
"""Idle read connections that are kept; more readers than that open and close their own."""


class Database:
    """A database file whose transactions are functions of a connection.

    `write(work)` runs `work` under BEGIN IMMEDIATE behind a lock; `read(work)` runs it in a read transaction on a
    connection of its own. Both run in the calling thread, so a transaction is never shared and never half done.
    Failures come as StorageError. The file and its folder are private to the user (0600, 0700). On a read-only or
    full disk reading works, and every write is a StorageForbidden. `busy_ms`: how long a call waits for another writer.
    """

    def __init__(self, path: Path, schema: SchemaName, *, busy_ms: int = BUSY_MS) -> None:
        self.path = path
        self._busy_ms = busy_ms
        self.schema: SchemaName = schema
        self._write_lock = threading.Lock()
        self._pool_lock = threading.Lock()
        self._readers: list[Connection] = []
        self._closed = False
        self._immutable = read_only(path)
        if not self._immutable:
            private_folder(path.parent)
            private_file(path)
        self._wal = DRIVER.wal and supports_wal(path.parent)
        try:
            self._writer = self._open(migrating=True)
        except DiskFull:
            if self._immutable or not log_is_empty(path):
                raise
            self._immutable = True  # no room even for a log: what is in the file can still be read
            self._writer = self._open(migrating=True)

    def _open(self, *, migrating: bool = False) -> Connection:
        connection: Connection | None = None
        try:
            connection = driver.connect(self.path, timeout=self._busy_ms / 1000, immutable=self._immutable)
            for pragma in (
                f"journal_mode = {'WAL' if self._wal else 'DELETE'}"
                if migrating and not self._immutable
                else "query_only = OFF",
                "synchronous = NORMAL" if self._wal else "synchronous = FULL",
                "foreign_keys = ON",
                "temp_store = MEMORY",
                "secure_delete = ON",  # what is forgotten leaves the file, not only the index
                "cache_size = -16000",
                "wal_autocheckpoint = 0",
                "journal_size_limit = 16777216",
            ):
                connection.execute(f"PRAGMA {pragma}")
            if migrating:
                migrate(connection, self.schema, self.path)
        except driver.DatabaseError as error:
            if connection is not None:
                connection.close()
            raise translate(error, self.path) from error
        except BaseException:
            if connection is not None:
                connection.close()
            raise
        return connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run one write transaction; it is committed when this returns, and rolled back when `work` raises."""
        with self._write_lock:
            connection = self._writer
            try:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    result = work(connection)
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
            except driver.DatabaseError as error:
                raise translate(error, self.path) from error
            if self._wal:
                checkpoint_if_large(connection, self.path)
            return result

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run one read transaction on a snapshot; temporary tables may be written, nothing else."""
        connection = self._borrow()
        try:
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")
        except driver.DatabaseError as error:
            raise translate(error, self.path) from error
        finally:
            self._give_back(connection)

    def empty_log(self) -> bool:
        """Write the log back into the file and cut it to nothing; False while another reader still needs it."""
        if not self._wal:
            return True
        with self._write_lock:
            try:
                busy = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except driver.DatabaseError as error:
                raise translate(error, self.path) from error
            return not busy

    def _borrow(self) -> Connection:
        with self._pool_lock:
            if self._readers:
                return self._readers.pop()
        return self._open()

    def _give_back(self, connection: Connection) -> None:
        with self._pool_lock:
            if not self._closed and len(self._readers) < KEPT_READERS:
                self._readers.append(connection)
                return
        connection.close()

    @property
    def journal(self) -> str:
        """The journal mode in use: "WAL" or "DELETE"."""
        return "WAL" if self._wal else "DELETE"

    def close(self) -> None:
        """Close every idle connection; running reads close theirs when they end."""
        with self._pool_lock:
            self._closed = True
            idle, self._readers = self._readers, []
        for connection in idle:
            connection.close()
        with self._write_lock:
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
