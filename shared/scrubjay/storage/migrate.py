"""Schema migrations: numbered SQL files, applied under one BEGIN IMMEDIATE, tracked in `user_version`."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from scrubjay.errors import StorageNewer, StorageOlder
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import UPGRADE, start_anew
from scrubjay.storage.driver import Connection

SchemaName = Literal["home", "knowledge", "session"]

MIGRATIONS = Path(__file__).parent / "migrations"

PATIENCE_MS = 60_000
"""How long a process waits while another one upgrades: copying takes 3 s for 617 MB."""

_COMMENT = re.compile(r"--[^\n]*")


@dataclass(frozen=True, slots=True)
class Migration:
    """One migration: its number is the `user_version` that it leads to."""

    number: int
    name: str
    sql: str


@cache
def migrations(schema: SchemaName) -> tuple[Migration, ...]:
    """The migrations of a schema; the first is its baseline, which alone builds a new file of the oldest version."""
    steps = tuple(Migration(_number(f), f.name, f.read_text(encoding="utf-8")) for f in _files(schema))
    first = steps[0].number
    if [step.number for step in steps] != list(range(first, first + len(steps))):
        raise ValueError(f"the migrations of {schema} are not numbered without gaps")
    return steps


def migrations_up_to(schema: SchemaName, number: int) -> tuple[Migration, ...]:
    """The migrations that build a file of an earlier version."""
    return tuple(step for step in migrations(schema) if step.number <= number)


@cache
def oldest_version(schema: SchemaName) -> int:
    """The oldest version of a file that this program opens: its baseline's."""
    return _number(_files(schema)[0])


@cache
def newest_version(schema: SchemaName) -> int:
    """The version that this program's files have; read from the files' names alone, as most processes need no more."""
    return _number(_files(schema)[-1])


@cache
def _files(schema: SchemaName) -> tuple[Path, ...]:
    return tuple(sorted((MIGRATIONS / schema).glob("*.sql")))


def _number(file: Path) -> int:
    return int(file.name[:4])


def statements(sql: str) -> Iterator[str]:
    """Split a migration at its semicolons; it contains no trigger and no semicolon in a string."""
    for part in _COMMENT.sub("", sql).split(";"):
        if part.strip():
            yield part.strip()


def version(connection: Connection) -> int:
    """The `user_version` of an open file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_version(connection: Connection, schema: SchemaName, path: Path) -> None:
    """Refuse a file of a version that this program doesn't open, or no longer: a newer one may have upgraded it.

    Raises StorageNewer, StorageOlder.
    """
    check_number(version(connection), schema, path)


def check_number(existing: int, schema: SchemaName, path: Path) -> None:
    """`check_version` of a version that was read."""
    _check(existing, oldest_version(schema), newest_version(schema), path)


def _check(existing: int, oldest: int, newest: int, path: Path | str) -> None:
    """Raise StorageNewer or StorageOlder for a file of a version that isn't one of those; 0 is an empty file."""
    if 0 < existing < oldest:
        raise StorageOlder(
            f"{path} has schema {existing}, this scrubjay opens {oldest} and later. Nothing was changed. "
            f"{start_anew(path)}"
        )
    if existing > newest:
        raise StorageNewer(
            f"{path} has schema {existing}, this scrubjay knows {newest}. Nothing was changed. "
            f"Restart the client with the newer scrubjay, or {UPGRADE}."
        )


def migrate(
    connection: Connection, schema: SchemaName, path: Path | str, steps: tuple[Migration, ...] | None = None
) -> int:
    """Migrate an open file to the newest version; returns how many steps ran. Tests may pass their own steps.

    A file with content is copied first (`copy_before_upgrade`); when a step or the copy fails it stays unchanged.
    Two processes that start together are safe: the version is read again inside BEGIN IMMEDIATE.
    Raises StorageNewer or StorageOlder, writing nothing, when the file comes from a newer program or one too old.
    """
    oldest, newest = (steps[0].number, steps[-1].number) if steps else (oldest_version(schema), newest_version(schema))
    current = version(connection)
    _check(current, oldest, newest, path)
    if current == newest:
        return 0
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    connection.execute("BEGIN IMMEDIATE")
    try:
        existing = version(connection)
        _check(existing, oldest, newest, path)
        todo = [step for step in steps or migrations(schema) if step.number > existing]
        if existing and todo:
            from scrubjay.storage.copy import copy_before_upgrade  # lazy: nearly every start finds nothing to do

            copy_before_upgrade(Path(path), existing)
        for step in todo:
            for statement in statements(step.sql):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite itself rolls back where the disk is full, and says why in the error
            connection.execute("ROLLBACK")
        raise
    connection.execute(f"PRAGMA busy_timeout = {patience}")
    return len(todo)
