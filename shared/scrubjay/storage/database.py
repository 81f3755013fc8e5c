"""A SQLite database: concurrent snapshot reads, one writer at a time, durable transactions."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from scrubjay.errors import StorageReplaced
from scrubjay.log import Log
from scrubjay.storage.driver import Connection
from scrubjay.storage.failures import FAILURES, probe_errno, translate
from scrubjay.storage.files import Looks
from scrubjay.storage.filesystem import FileState, file_error, write_error
from scrubjay.storage.migrate import SchemaName, check_version
from scrubjay.storage.opening import Opening, ThreadSnapshot, checkpoint_if_large, open_file


@contextmanager
def snapshots(databases: "Iterable[Database]", looks: Looks | None = None) -> Iterator[None]:
    """Let this thread read one snapshot of each database within the block."""
    with ExitStack() as stack:
        for database in databases:
            stack.enter_context(database.snapshot(looks))
        yield


T = TypeVar("T")

BUSY_MS = 5000

SLOW_MS = 50.0
"""Transactions that take longer, or wait so long for another writer, are worth a line in the diagnostic log."""

_log = Log(__name__)


class Database:
    """A database file; each transaction is a function that gets the connection. Opened on first use.

    `write(work)` runs `work` under BEGIN IMMEDIATE behind a lock; `read(work)` runs it in a read transaction on a
    connection of its own, or on the one snapshot of a `snapshot()` block. Both run in the calling thread, so a
    transaction is never shared between threads and never half done.
    A write guarantees: when it returns, the file that was written is the one at `path`. A file that replaced it is
    opened instead; when it is gone, the call raises StorageReplaced, and the next call opens whatever is there.
    Failures are StorageErrors. The file and its folder are private to the user (0600, 0700). On a read-only or
    full disk reading works, and a write raises with the reason, until it can succeed. `busy_ms`: how long a call waits
    for another writer.
    """

    def __init__(self, path: Path, schema: SchemaName, *, busy_ms: int = BUSY_MS) -> None:
        self.path = path
        self.schema: SchemaName = schema
        self._busy_ms = busy_ms
        self._lock = threading.RLock()
        """Held while writing, opening or closing."""
        self._opening: Opening | None = None
        self._snapshot = ThreadSnapshot()

    def open(self) -> Self:
        """Open the file now; it is created if missing. Raises StorageError."""
        self._current()
        return self

    def is_current(self, looks: Looks | None = None) -> bool:
        """Whether the path still has the file that was opened, or none was opened: then cached content is valid."""
        opening = self._opening
        return opening is None or opening.is_unchanged(looks) or opening.file_state() is FileState.HERE

    @property
    def is_open(self) -> bool:
        """Whether this process has it open."""
        return self._opening is not None

    def version(self) -> tuple[object, int]:
        """A value that stays equal while the path has the same file and nobody commits to it."""
        return (opening := self._checked_opening()), opening.version()

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run one write transaction; it is committed when this returns, and rolled back when `work` raises."""
        self._snapshot.end()
        with _log.timed("write to %s", self.path, least_ms=SLOW_MS), self._lock:
            opening = self._current()
            if opening.access != "write":
                raise write_error(self.path, probe_errno(self.path))
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
            if not opening.is_unchanged() and not self._is_in_place(opening):
                return result  # its deleted log was written back into the file; the next call reopens it
            if opening.wal:
                checkpoint_if_large(connection, self.path)
            return result

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run one read transaction on a snapshot; only temporary tables may be written."""
        snapshot = self._snapshot
        if not snapshot.depth or snapshot.busy:
            return self.latest(work)
        if snapshot.connection is None:
            snapshot.connection = snapshot.ending.enter_context(self._read_transaction())
        snapshot.busy = True
        try:
            return self._run_timed(work, snapshot.connection)
        except FAILURES as error:
            snapshot.busy = False
            snapshot.end()  # SQLite may have rolled it back
            raise translate(error, self.path) from error
        finally:
            snapshot.busy = False

    def latest(self, work: Callable[[Connection], T]) -> T:
        """Run one read transaction on what is committed now, whatever snapshot this thread has."""
        with self._read_transaction() as connection:
            return self._run_timed(work, connection)

    @contextmanager
    def snapshot(self, looks: Looks | None = None) -> Iterator[None]:
        """Let all reads of this thread within the block see one snapshot, which the first of them takes.

        The files are looked at once, or were in `looks` by another part of the same call. A write of this thread ends
        it, so that the next read, which takes another, sees what was written. A read that is made while another one
        runs is apart, on a snapshot of its own.
        """
        snapshot = self._snapshot
        if not snapshot.depth:
            snapshot.looks = looks
        snapshot.depth += 1
        try:
            yield
        finally:
            snapshot.depth -= 1
            if not snapshot.depth:
                snapshot.end()

    def truncate_log(self) -> bool:
        """Checkpoint and truncate the log; False while another reader still needs it."""
        self._snapshot.end()
        with self._lock:
            opening = self._current()
            if not opening.wal:
                return True
            try:
                return not opening.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except FAILURES as error:
                raise translate(error, self.path) from error

    def compact(self) -> bool:
        """Rewrite the file without free pages, in one transaction; False while another reader still needs the log.

        The file then shrinks with the next `truncate_log` that succeeds. As much again as the file holds must be free
        on the disk meanwhile. Raises StorageError; then nothing changed.
        """
        self._snapshot.end()
        with self._lock:
            opening = self._current()
            if opening.access != "write":
                raise write_error(self.path, probe_errno(self.path))
            try:
                opening.writer.execute("VACUUM")
            except FAILURES as error:
                raise translate(error, self.path) from error
        return self.truncate_log()

    @property
    def journal_mode(self) -> str:
        """The journal mode in use: "WAL" or "DELETE"."""
        return "WAL" if self._current().wal else "DELETE"

    def close(self) -> None:
        """Close every idle connection; running reads close theirs when they end. A later call reopens the file."""
        with self._lock:
            self._close_opening()

    def rest(self) -> None:
        """Close every idle connection to free memory; the next read opens another."""
        opening = self._opening
        if opening is not None:
            opening.rest()

    def remove(self) -> None:
        """Close the file and delete it with its journal. Others who have it open get StorageReplaced at their next use.

        Raises StorageError.
        """
        with self._lock:
            self._close_opening()
            try:
                for part in ("", "-wal", "-shm", "-journal"):
                    self.path.with_name(f"{self.path.name}{part}").unlink(missing_ok=True)
            except OSError as error:
                raise file_error(self.path, error) from error

    @contextmanager
    def _read_transaction(self) -> Iterator[Connection]:
        """A connection in a read transaction of its own."""
        opening = self._checked_opening()
        connection = opening.acquire()
        _log.debug("snapshot of %s", self.path)
        try:
            try:
                if connection.begin_reading():
                    check_version(connection, self.schema, self.path)
                yield connection
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")
        except FAILURES as error:
            raise translate(error, self.path) from error
        finally:
            opening.release(connection)

    def _checked_opening(self) -> Opening:
        """The current opening; within a block the files are checked only once. Raises StorageError."""
        snapshot = self._snapshot
        if not snapshot.depth:
            return self._current()
        if snapshot.opening is None:
            snapshot.opening = self._current(snapshot.looks)
        return snapshot.opening

    def _run_timed(self, work: Callable[[Connection], T], connection: Connection) -> T:
        """Run a read, and log it if it was slow."""
        began = time.perf_counter()
        try:
            return work(connection)
        finally:
            elapsed_ms = (time.perf_counter() - began) * 1000
            if elapsed_ms >= SLOW_MS:
                _log.debug("read of %s: %.1f ms", self.path, elapsed_ms)

    def _current(self, looks: Looks | None = None) -> Opening:
        """The current opening of the file, opened now if there is none. Raises StorageError."""
        opening = self._opening
        if opening is not None and opening.is_unchanged(looks):
            return opening
        with self._lock:
            if self._opening is not None and self._opening.file_state() is FileState.REPLACED:
                self._close_opening()  # nothing of this transaction reached the other file
            if self._opening is not None and (not self._is_in_place(self._opening) or self._opening.can_write()):
                self._close_opening()
            if self._opening is None:
                self._opening = open_file(self.path, self.schema, self._busy_ms)
            return self._opening

    def _is_in_place(self, opening: Opening) -> bool:
        """Whether an opening's files are still at the path; where only the log is gone, it is written back first.

        False when only its log was gone and has been written back into the file; the opening is then closed. It is also
        closed where this raises StorageReplaced: the last commits are then in no file that anybody will read.
        """
        state = opening.file_state()
        if state is FileState.HERE:
            return True
        restored = state is FileState.LOG_GONE and opening.restore_log()
        self._close_opening()
        if not restored:
            raise StorageReplaced
        return False

    def _close_opening(self) -> None:
        """Close the current opening, if there is one."""
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.close()

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
