"""Reader for another program's SQLite file: without a lock, a write or a trigger, and never past a log that it keeps.

A file that somebody else wrote is untrusted: only real tables are read, its schema may call nothing of SQLite's that
reaches outside, rows and work are bounded.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scrubjay.errors import LimitExceeded, StorageBusy, StorageError, UsageError
from scrubjay.model.counted import counted
from scrubjay.storage import driver
from scrubjay.storage.failures import FAILURES

MAX_BYTES = 2_000_000_000
"""Of one file."""

STEPS = 100_000
MOST_STEPS = 20_000
"""SQLite's steps between two counts, and counts until a file is taken for one that never ends."""

_MAGIC = b"SQLite format 3\0"
_LOGS = ("-wal", "-journal")
_INTERRUPTED = 9
"""SQLITE_INTERRUPT."""
_NO_SUCH_TABLE = 1
"""SQLITE_ERROR: what a query of ours meets in tables of another form."""


class ForeignTables:
    """The tables of another program's file."""

    def __init__(self, connection: driver.Connection) -> None:
        self._connection = connection
        self._columns: dict[str, frozenset[str]] = {}
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall():
            if not str(sql or "").lstrip().upper().startswith("CREATE VIRTUAL"):
                found = connection.execute("SELECT name FROM pragma_table_info(?)", (name,)).fetchall()
                self._columns[str(name)] = frozenset(str(column) for (column,) in found)

    @property
    def names(self) -> frozenset[str]:
        """The names of the tables; views and virtual tables are left out."""
        return frozenset(self._columns)

    def has(self, table: str, columns: str) -> bool:
        """Whether a table has some columns, given as words."""
        return table in self._columns and self._columns[table] >= set(columns.split())

    def rows(self, sql: str, *, most: int) -> Iterator[driver.Row]:
        """The rows of a query. Raises LimitExceeded for more than `most`."""
        for number, row in enumerate(self._connection.execute(sql)):
            if number >= most:
                raise LimitExceeded(f"The file has more than {counted(most, 'row')}. Import a part of it.")
            yield row


def is_sqlite(path: Path) -> bool:
    """Whether a regular file begins as SQLite databases do."""
    with path.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC


@contextmanager
def foreign_tables(path: Path) -> Iterator[ForeignTables]:
    """Open another program's database to read it. Raises UsageError, LimitExceeded, StorageBusy, StorageError."""
    if not (path.is_file() and is_sqlite(path)):
        raise UsageError(f"{path} is no SQLite file. Nothing was read.")
    before = _unchanged_mark(path)
    if before[1] > MAX_BYTES:
        raise LimitExceeded(
            f"{path} is larger than {MAX_BYTES:,} bytes, the most that is read of a database. Nothing was read."
        )
    try:
        with closing(driver.connect(path, access="immutable")) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA query_only = ON")
            counts = iter(range(MOST_STEPS))
            connection.set_progress_handler(lambda: next(counts, None) is None, STEPS)
            yield ForeignTables(connection)
    except FAILURES as error:
        if getattr(error, "sqlite_errorcode", 0) == _INTERRUPTED:
            raise LimitExceeded(f"{path}: reading it takes too long. Nothing more was read.") from error
        if getattr(error, "sqlite_errorcode", 0) == _NO_SUCH_TABLE:
            raise UsageError(
                f"{path} hasn't the tables or columns that its program writes. Nothing was read."
            ) from error
        raise StorageError(
            f"{path} can't be read: {error or type(error).__name__}. Nothing more was read; let its program repair it, "
            "or import a whole copy of it."
        ) from error
    if _unchanged_mark(path) != before:
        raise StorageBusy(f"{path} changed while it was read. Stop the program that writes it, and import again.")


def _unchanged_mark(path: Path) -> tuple[int, int, int]:
    """A file's identity, size and time, to see whether it changes. Raises UsageError if a log lies beside it."""
    for log in _LOGS:
        beside = path.with_name(path.name + log)
        if beside.exists() and beside.stat().st_size:
            raise UsageError(
                f"{path} is in use, or was left in the middle: {beside.name} stands beside it. "
                "Stop its program, or import a copy made by that program or by `sqlite3 FILE '.backup COPY'`."
            )
    info = path.stat()
    return info.st_ino, info.st_size, info.st_mtime_ns
