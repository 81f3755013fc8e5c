"""Salvage of a damaged database: every readable row, table by table, skipping what can't be read."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from scrubjay.model.frozen import dataclass
from scrubjay.model.row_law import Value
from scrubjay.storage import driver
from scrubjay.storage.driver import Connection
from scrubjay.storage.failures import FAILURES
from scrubjay.storage.filesystem import file_error, has_orphan_log, private_file
from scrubjay.storage.migrate import SchemaName, migrate

MOST_FAILURES = 40_000
"""Queries on one table that may fail: a page holds some hundred rows, and each costs a handful of queries."""

SEARCH_DISTANCE = 1 << 20
"""Row numbers searched behind the last one readable from the front, where none is readable from the end."""

PAGE = 4_096


@dataclass(frozen=True, slots=True)
class Column:
    """A column as the schema declares it."""

    name: str
    type: str
    required: bool

    def convert(self, value: Value) -> Value:
        """A value converted to the column's type, whatever the file had; None if impossible. Text comes as bytes."""
        match self.type, value:
            case ("TEXT", bytes()):
                return value.decode("utf-8", "replace")
            case ("TEXT", int() | float()):
                return str(value)
            case ("INTEGER", int()) | ("REAL", float()) | ("BLOB", bytes()):
                return value
            case ("REAL", int()):
                return float(value)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table of the current schema; `rowid` is the name of its integer key, empty for a table without row ids.

    `parents` are the tables that its rows reference.
    """

    name: str
    columns: tuple[Column, ...]
    rowid: str
    key: tuple[str, ...]
    parents: frozenset[str]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The readable rows of a table, in key order, and whether any row was unreadable."""

    rows: tuple[dict[str, Value], ...]
    incomplete: bool


def tables_of(schema: SchemaName) -> tuple[SavedTable, ...]:
    """The ordinary tables of a schema, without full-text tables and their shadow tables."""
    with closing(driver.connect(":memory:")) as connection:
        migrate(connection, schema, ":memory:")
        return tuple(
            _described_table(connection, row["name"], bool(row["wr"]))
            for row in connection.execute("PRAGMA table_list").fetchall()
            if row["schema"] == "main" and row["type"] == "table" and not row["name"].startswith("sqlite_")
        )


def _described_table(connection: Connection, name: str, keyed: bool) -> SavedTable:
    """A table as the schema declares it."""
    rows = connection.execute(f"PRAGMA table_info({name})").fetchall()
    columns = tuple(Column(row["name"], row["type"], bool(row["notnull"])) for row in rows)
    key = tuple(row["name"] for row in sorted(rows, key=lambda row: row["pk"]) if row["pk"])
    rowid = (
        key[0] if len(key) == 1 and not keyed and any(c.name == key[0] and c.type == "INTEGER" for c in columns) else ""
    )
    parents = frozenset(row["table"] for row in connection.execute(f"PRAGMA foreign_key_list({name})").fetchall())
    return SavedTable(name, columns, "" if keyed else rowid or "rowid", key, parents)


@contextmanager
def open_copy(path: Path) -> Iterator[Connection]:
    """A connection to a temporary copy of a database with its log, tolerant of damage. Raises StorageError."""
    copy = path.with_name(f".{path.name}.salvage")
    files = [copy, *(copy.with_name(f"{copy.name}{extra}") for extra in ("-wal", "-shm", "-journal"))]
    try:
        for file in files:
            file.unlink(missing_ok=True)
        for extra in ("", "-wal", "-journal"):
            if (source := path.with_name(f"{path.name}{extra}")).is_file():
                private_file(copy.with_name(f"{copy.name}{extra}"))
                shutil.copyfile(source, copy.with_name(f"{copy.name}{extra}"))
        if has_orphan_log(copy):
            copy.write_bytes(bytes(PAGE))  # a log is valid only beside a database page
        with closing(driver.connect(copy)) as connection:
            connection.text_factory = bytes
            for pragma in ("writable_schema = ON", "cell_size_check = ON", "wal_autocheckpoint = 0"):
                connection.execute(f"PRAGMA {pragma}")
            yield connection
    except OSError as error:
        raise file_error(path, error) from error
    finally:
        for file in files:
            file.unlink(missing_ok=True)


def salvage(connection: Connection, table: SavedTable) -> Salvaged:
    """Read the readable rows of a table. An older file may lack columns, or the table."""
    try:
        present = {
            bytes(row[1]).decode("utf-8", "replace") for row in connection.execute(f"PRAGMA table_info({table.name})")
        }
    except FAILURES:
        return Salvaged((), True)
    columns = tuple(column for column in table.columns if column.name in present)
    if not columns:
        return Salvaged((), True)
    reader = _TableReader(connection, table, tuple(column.name for column in columns))
    raw, gaps = reader.by_number() if table.rowid else reader.by_key()
    rows = [{c.name: c.convert(value) for c, value in zip(columns, row, strict=True)} for row in raw]
    return Salvaged(tuple(rows), gaps)


class _TableReader:
    """Reads what can be read of one table of a damaged database, and counts failures."""

    def __init__(self, connection: Connection, table: SavedTable, names: tuple[str, ...]) -> None:
        self._connection = connection
        self._table = table
        self._names = names
        self._failures = 0

    def by_number(self) -> tuple[list[Any], bool]:
        """Read the rows by row id, from both ends, then by halves of the damaged range; and whether any was lost."""
        number = self._table.rowid
        front, complete = self._read_rows(f"ORDER BY {number}", ())
        if complete:
            return [row[1:] for row in front], False
        back, _ = self._read_rows(f"ORDER BY {number} DESC", ())
        first = front[-1][0] + 1 if front else min(1, *(row[0] for row in back)) if back else 1
        last = back[-1][0] - 1 if back else first + SEARCH_DISTANCE
        rows = {row[0]: row[1:] for row in (*front, *self._rows_between(first, last), *back)}
        return [rows[key] for key in sorted(rows)], True

    def by_key(self) -> tuple[list[Any], bool]:
        """Read the rows by key from both ends, up to the first unreadable one; and whether any was lost."""
        key = self._table.key
        front, complete = self._read_rows(f"ORDER BY {', '.join(key)}", ())
        if complete:
            return [row[1:] for row in front], False
        back, _ = self._read_rows(f"ORDER BY {', '.join(f'{name} DESC' for name in key)}", ())
        return [row[1:] for row in (*front, *reversed(back))], True

    def _rows_between(self, low: int, high: int) -> Iterator[Any]:
        """The readable rows between two row ids, found by halving the range."""
        number = self._table.rowid
        waiting = [(low, high)]
        while waiting and self._failures < MOST_FAILURES:
            low, high = waiting.pop()
            if low > high:
                continue
            rows, complete = self._read_rows(f"AND {number} BETWEEN ? AND ? ORDER BY {number}", (low, high))
            yield from rows
            low = rows[-1][0] + 1 if rows else low
            if not complete and low == high:
                yield from self._row_by_columns(low)
            elif not complete:
                middle = (low + high) // 2
                waiting += [(middle + 1, high), (low, middle)]

    def _row_by_columns(self, rowid: int) -> Iterator[Any]:
        """A row that can't be read as a whole, from those columns that can."""
        condition = f"AND {self._table.rowid} = ?"
        columns = [self._read_rows(condition, (rowid,), (name,))[0] for name in self._names]
        if any(columns):
            yield (rowid, *(rows[0][1] if rows else None for rows in columns))

    def _read_rows(
        self, rest: str, params: tuple[int, ...], names: tuple[str, ...] | None = None
    ) -> tuple[list[Any], bool]:
        """Rows up to the first failure, each after its row id, and whether all were read."""
        number = self._table.rowid or "0"
        columns = ", ".join(names or self._names)
        rows: list[Any] = []
        try:
            cursor = self._connection.execute(
                f"SELECT {number}, {columns} FROM {self._table.name} NOT INDEXED WHERE 1 {rest}", params
            )
            rows.extend(map(tuple, cursor))  # rows read before a failure count
        except FAILURES:
            self._failures += 1
            return rows, False
        return rows, True
