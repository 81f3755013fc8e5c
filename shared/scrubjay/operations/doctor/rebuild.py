"""The rebuild of a damaged database: what can be read goes into a new file, the old one is moved aside."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from scrubjay.errors import StorageBusy
from scrubjay.extensions.loading import load as provided
from scrubjay.extensions.loading import targets_of
from scrubjay.identity.audit.verify import close_gap
from scrubjay.model.clock import iso
from scrubjay.model.frozen import dataclass
from scrubjay.model.row_law import Value
from scrubjay.operations.doctor.sound import Row, mended, rules_of
from scrubjay.session.conversations.store import drop_orphans
from scrubjay.storage.damage import quarantine
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, connect, load
from scrubjay.storage.migrate import SchemaName, untouched_access
from scrubjay.storage.salvage import Column, SavedTable, open_copy, salvage, tables_of

Q = load(__package__)

DERIVED: dict[SchemaName, frozenset[str]] = {
    "home": frozenset({"job", "presence", "client_session", "failing_step"}),
    "knowledge": frozenset(
        {"content", "passage", "decision", "incident", "skipped", "generation", "path", "fingerprint", "embedding",
         "likeness", "token_states", "vector_bits", "shown"}
    ),
    "session": frozenset(
        {"briefed", "prepared", "decision", "incident", "generation", "fingerprint", "embedding", "token_states",
         "vector_bits"}
    ),
}  # fmt: skip
"""What is made again from git or from other rows. Everything else is somebody's, and kept; a new table is, too."""

ATTEMPTS = 3
"""So often a file is read anew that somebody wrote meanwhile."""

ACTOR = "scrubjay doctor --repair"
_EMPTY: dict[str, Value] = {"TEXT": "", "INTEGER": 0, "REAL": 0.0, "BLOB": b""}


def kept_tables(schema: SchemaName) -> tuple[SavedTable, ...]:
    """The tables of a schema whose rows exist nowhere else. What belongs to a row that is derived is derived, too."""
    derived = set(DERIVED[schema])
    canonical = [table for table in tables_of(schema) if table.name not in derived]
    while further := {table.name for table in canonical if table.parents & derived}:
        derived |= further
        canonical = [table for table in canonical if table.name not in derived]
    return tuple(canonical)


@dataclass(frozen=True, slots=True)
class FileOwner:
    """Whose memories a file holds: the project's id, empty for the user's; `projects` are the ids of all projects.

    `schema` is what the file has.
    """

    id: str
    projects: frozenset[str]
    schema: SchemaName


def rebuild_file(path: Path, now: datetime, owner: FileOwner) -> Iterator[str]:
    """Replace a damaged database by a new one with every row that could be read; says what was done and lost.

    Interrupted anywhere, the old file is at its path or set aside. Raises StorageError, and StorageBusy while somebody
    writes what still can be written.
    """
    fresh = path.with_name(f".{path.name}.fresh")
    try:
        for _ in range(ATTEMPTS):
            before = _size_and_mtime(path)
            _delete_database(fresh)
            with open_copy(path) as damaged, Database(fresh, owner.schema) as database:
                salvaged = {table: salvage(damaged, table) for table in kept_tables(owner.schema)}
                rows = {
                    table: [_usable_row(table, row, iso(now), owner) for row in rows_of_table.rows]
                    for table, rows_of_table in salvaged.items()
                }
                restored = database.write(lambda c, rows=rows: _insert_rows(c, owner.schema, rows, iso(now)))  # type: ignore[misc]
                database.truncate_log()
            if _size_and_mtime(path) == before:
                break
        else:
            raise StorageBusy(f"{path} is being written during its repair. Close the clients, and run it again.")
        aside = quarantine(path, now, fresh=fresh)
    finally:
        _delete_database(fresh)
    yield f"{path} was damaged; it was moved to {aside} and replaced by a new file"
    counts = [f"{count:,} in {name}" for name, count in restored.items() if count]
    yield f"rows kept: {', '.join(counts) or 'none'}"
    lost = [f"some rows of {table.name}" for table, rows_of_table in salvaged.items() if rows_of_table.incomplete]
    lost += [
        f"{len(table_rows) - restored[table.name]:,} in {table.name} (without their parent rows)"
        for table, table_rows in rows.items()
        if len(table_rows) > restored[table.name]
    ]
    if lost:
        yield f"LOST, because unreadable: {', '.join(lost)}. `sqlite3 '{aside}' .recover` may find more"


def _delete_database(fresh: Path) -> None:
    """Delete a database with its log."""
    for part in ("", "-wal", "-shm"):
        fresh.with_name(f"{fresh.name}{part}").unlink(missing_ok=True)


def _size_and_mtime(path: Path) -> tuple[tuple[int, int] | None, ...]:
    """Size and mtime of a database and its log, which change when somebody writes."""
    files = [path, path.with_name(f"{path.name}-wal")]
    states = [file.stat() if file.is_file() else None for file in files]
    return tuple((info.st_size, info.st_mtime_ns) if info else None for info in states)


def unsound(path: Path, owner: FileOwner) -> str:
    """What makes rows of a file that SQLite can read unusable; empty when all can be used."""
    with closing(connect(path, access=untouched_access(path, owner.schema))) as connection:
        if row := connection.execute("PRAGMA foreign_key_check").fetchone():
            return f"rows of {row[0]} without their parent rows"
        for table in kept_tables(owner.schema):
            if not rules_of(table.name):
                continue
            names = [column.name for column in table.columns]
            for values in connection.execute(f"SELECT {', '.join(names)} FROM {table.name}"):
                row = dict(zip(names, values, strict=True))
                if _owned(table, mended(table.name, row, ""), owner) != row:
                    return f"a row of {table.name} with an invalid value"
        if owner.schema == "knowledge" and connection.execute(Q.unbelieved).fetchone():
            return "memories without a status"
    return ""


def _usable_row(table: SavedTable, row: Row, now: str, owner: FileOwner) -> Row:
    """A row with every value in it made usable."""
    filled = {column.name: _filled_value(column, row) for column in table.columns if column.name in row}
    return _owned(table, mended(table.name, filled, now), owner)


def _owned(table: SavedTable, row: Row, owner: FileOwner) -> Row:
    """A memory that nobody has any more is the project's whose folder holds the file, or the user's."""
    if table.name != "memory" or row.get("project") in owner.projects:
        return row
    return row | {"project": owner.id, "scope": "project" if owner.id else "user"}


def _filled_value(column: Column, row: Row) -> Value:
    value = row[column.name]
    return _EMPTY.get(column.type, "") if value is None and column.required else value


def _insert_rows(
    connection: Connection, schema: SchemaName, rows: dict[SavedTable, list[Row]], now: str
) -> dict[str, int]:
    """Insert the rows, and drop those without a parent; returns how many each table holds."""
    connection.execute("PRAGMA defer_foreign_keys = ON")
    for table, table_rows in rows.items():
        if table.key == ("one",) and table_rows:
            connection.execute(f"DELETE FROM {table.name}")  # the schema's own row makes room for the kept one
        for row in table_rows:
            if any(row.get(name) is None for name in table.key):
                continue  # without its key nothing leads to it
            names = ", ".join(row)
            places = ", ".join(f":{name}" for name in row)
            connection.execute(f"INSERT OR IGNORE INTO {table.name} ({names}) VALUES ({places})", row)
    names_of = [table.name for table in rows]
    while sum(_drop_orphans(connection, name) for name in names_of):
        pass
    if schema == "knowledge":
        connection.execute(Q.doubt_unbelieved, {"at": now, "actor": ACTOR})
        for target in targets_of("rebuilt_knowledge"):
            provided(target)(connection)
        close_gap(connection)
    if schema == "session":
        drop_orphans(connection)
    return {name: int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]) for name in names_of}


def _drop_orphans(connection: Connection, table: str) -> int:
    """Drop rows whose parent is gone; returns how many."""
    links: Sequence[tuple[str, str, str]] = [
        (row["from"], row["table"], row["to"] or "rowid")
        for row in connection.execute(f"PRAGMA foreign_key_list({table})").fetchall()
    ]
    return sum(
        connection.execute(
            f"DELETE FROM {table} WHERE {column} NOT IN (SELECT {key} FROM {parent} WHERE {key} IS NOT NULL)"
        ).rowcount
        for column, parent, key in links
    )
