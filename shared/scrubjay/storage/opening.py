"""Connection pool of an open database file: one writer, idle readers, and the log, which is kept small."""

import threading
from contextlib import ExitStack
from pathlib import Path

from scrubjay.errors import DiskFailed, StorageCorrupt, StorageReplaced
from scrubjay.storage import driver
from scrubjay.storage.driver import DRIVER, Access, Connection, DatabaseError
from scrubjay.storage.failures import FAILURES, probe_errno, translate
from scrubjay.storage.files import Looks, Mark
from scrubjay.storage.filesystem import (
    FileState,
    OpenFiles,
    access_to,
    file_lock,
    file_state,
    folder_state,
    has_orphan_log,
    identify_files,
    log_is_empty,
    private_file,
    private_folder,
    supports_wal,
)
from scrubjay.storage.migrate import SchemaName, judge, migrate

LIMIT_BYTES = 16 * 1024 * 1024
"""Measured: with 8 writers the log stays below 39 MB at 18 % less throughput; without, 808 MB in 15 s."""


def checkpoint_if_large(connection: Connection, path: Path, limit: int = LIMIT_BYTES) -> bool:
    """Truncate a large log unless another process does so now; returns whether it was tried."""
    try:
        size = path.with_name(f"{path.name}-wal").stat().st_size
    except OSError:
        return False
    if size < limit:
        return False
    with file_lock(path.with_name(path.name + ".checkpoint")) as acquired:
        if acquired:
            try:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except DatabaseError:
                return False
        return acquired


KEPT_READERS = 4
"""Idle read connections that are kept; further readers open and close their own."""

WRITER_KB = 16_000
READER_KB = 2_000
"""Pages that a connection holds. A reader that held eight times as many was no faster: the system holds the file."""

_PRAGMAS = (
    "foreign_keys = ON",
    "temp_store = MEMORY",
    "secure_delete = ON",  # deleted content is overwritten in the file, not only unlinked
    "wal_autocheckpoint = 0",
    "journal_size_limit = 16777216",
)


class Opening:
    """A database file while it is open, with its writer and idle readers. Safe to use from several threads."""

    def __init__(
        self, path: Path, writer: Connection, access: Access, files: OpenFiles, *, wal: bool, busy_ms: int
    ) -> None:
        self.path = path
        self.writer = writer
        self.access = access
        self.wal = wal
        self._files = files
        self._folder: Mark | None = None
        """The folder's state when the files in it were last looked at."""
        self._busy_ms = busy_ms
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._closed = False
        self._watch = threading.Lock()
        self._watching: Connection | None = None
        """Reads nothing and writes nothing: it tells the commits of all others."""

    def file_state(self) -> FileState:
        """Whether the open files are still in place at the path."""
        return file_state(self._files)

    def is_unchanged(self, looks: Looks | None = None) -> bool:
        """Whether the files at the path are unchanged: the cheap test before and after every transaction.

        Where nothing came to their folder or left it, they aren't looked at one by one.
        """
        looks = Looks() if looks is None else looks
        if self.access != "write":
            return self._files.are_unchanged(looks) and not self.can_write()
        folder = folder_state(self.path.parent, looks)
        if folder is None or folder != self._folder:
            if not self._files.are_unchanged(looks):
                return False
            self._folder = folder
        return True

    def can_write(self) -> bool:
        """Whether a file that was opened read-only could be opened for writing by now."""
        return self.access != "write" and not probe_errno(self.path)

    def restore_log(self) -> bool:
        """Write a deleted log's content back into the file; False if another process has it open or that fails."""
        try:
            row = self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except FAILURES:
            return False
        return row is not None and not row[0]

    def version(self) -> int:
        """A number that changes with each commit of any process. Raises StorageError."""
        with self._watch:
            if self._closed:
                raise StorageReplaced
            try:
                self._watching = self._watching or self.acquire()
                return int(self._watching.execute("PRAGMA data_version").fetchone()[0])
            except FAILURES as error:
                raise translate(error, self.path) from error

    def acquire(self) -> Connection:
        """A connection to read on. Raises StorageError; StorageReplaced when the path now leads elsewhere."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        connection = _connect(self.path, self.access, wal=self.wal, busy_ms=self._busy_ms, kilobytes=READER_KB)
        if self.file_state() is FileState.HERE:
            return connection
        connection.close()
        raise StorageReplaced

    def release(self, connection: Connection) -> None:
        """Keep a connection for the next reader, or close it."""
        with self._lock:
            if not self._closed and len(self._idle) < KEPT_READERS:
                self._idle.append(connection)
                return
        connection.close()

    def rest(self) -> None:
        """Close every idle connection, which frees their memory."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        """Close every idle connection and the writer; running reads close theirs when they end."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        with self._watch:
            watching, self._watching = self._watching, None
        for connection in filter(None, (*idle, watching, self.writer)):
            connection.close()


class ThreadSnapshot(threading.local):
    """One thread's snapshot of one database: `connection` is None until the first read and after `end`."""

    def __init__(self) -> None:
        self.depth = 0
        """How many blocks of this thread want one snapshot."""
        self.looks: Looks | None = None
        """How the files were found when the outermost of them began; None where that is to be looked at."""
        self.busy = False
        """Whether a read runs on it now."""
        self.opening: Opening | None = None
        """The opening whose files were looked at; None before and after `end`."""
        self.connection: Connection | None = None
        self.ending = ExitStack()

    def end(self) -> None:
        """End the snapshot, unless a read runs on it. Raises StorageError."""
        self.opening = self.looks = None
        if self.connection is not None and not self.busy:
            self.connection = None
            self.ending.close()


def open_file(path: Path, schema: SchemaName, busy_ms: int) -> Opening:
    """Open a file, created if missing, and migrate it to the newest schema.

    A file that can't be written, or on a disk without room for a log, is opened read-only. Raises StorageError.
    """
    judge(path, schema)
    access = access_to(path)
    if has_orphan_log(path):
        raise StorageCorrupt(
            f"{path} is empty, and its log is not. Nothing was deleted; run `scrubjay doctor --repair`."
        )
    if access == "write":
        private_folder(path.parent)
        private_file(path)
    try:
        return _open(path, schema, access, busy_ms)
    except DiskFailed:
        if access != "write" or not log_is_empty(path):
            raise
    return _open(path, schema, "immutable", busy_ms)


def _open(path: Path, schema: SchemaName, access: Access, busy_ms: int) -> Opening:
    """Open a file with one kind of access, and migrate it. Raises StorageError."""
    wal = DRIVER.wal and supports_wal(path.parent)
    unlogged = access == "immutable"
    before = identify_files(path, log=False)
    writer = _connect(path, access, wal=wal, busy_ms=busy_ms, kilobytes=WRITER_KB)
    try:
        if access == "write":
            writer.execute(f"PRAGMA journal_mode = {'WAL' if wal else 'DELETE'}")
        migrate(writer, schema, path)
        files = identify_files(path, log=wal and not unlogged, changes=unlogged)
    except FAILURES as error:
        writer.close()
        raise translate(error, path) from error
    except BaseException:
        writer.close()
        raise
    if None in (before.marks[0][1], files.marks[0][1]) or files.marks[0] != before.marks[0]:
        writer.close()
        raise StorageReplaced
    return Opening(path, writer, access, files, wal=wal, busy_ms=busy_ms)


def _connect(path: Path, access: Access, *, wal: bool, busy_ms: int, kilobytes: int) -> Connection:
    """A connection to a file with this program's pragmas. Raises StorageError."""
    connection: Connection | None = None
    try:
        connection = driver.connect(path, timeout=busy_ms / 1000, access=access)
        safe = "synchronous = NORMAL" if wal else "synchronous = FULL"
        for pragma in (safe, f"cache_size = -{kilobytes}", *_PRAGMAS):
            connection.execute(f"PRAGMA {pragma}")
    except FAILURES as error:
        if connection is not None:
            connection.close()
        raise translate(error, path) from error
    return connection
