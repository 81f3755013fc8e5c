"""Schema migrations: numbered SQL files, applied under one BEGIN IMMEDIATE, tracked in `user_version`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from scrubjay.errors import StorageNewer
from scrubjay.model.installing import UPGRADE
from scrubjay.storage.driver import Connection

SchemaName = Literal["home", "knowledge", "session"]

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
    """The migrations of a schema, in order, numbered from 1 without gaps."""
    steps = tuple(Migration(int(f.name[:4]), f.name, f.read_text(encoding="utf-8")) for f in _files(schema))
    if [s.number for s in steps] != list(range(1, len(steps) + 1)):
        raise ValueError(f"migrations of {schema} are not numbered 1, 2, 3 …")
    return steps


@cache
def _files(schema: SchemaName) -> tuple[Path, ...]:
    """The migration files; most processes need only their number."""
    return tuple(sorted((Path(__file__).parent / "migrations" / schema).glob("*.sql")))


def statements(sql: str) -> Iterator[str]:
    """Split a migration at its semicolons; it contains no trigger and no semicolon in a string."""
    for part in _COMMENT.sub("", sql).split(";"):
        if part.strip():
            yield part.strip()


def version(connection: Connection) -> int:
    """The `user_version` of an open file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_version(connection: Connection, schema: SchemaName, path: Path) -> None:
    """Refuse a file that a newer program upgraded while this one had it open. Raises StorageNewer."""
    _check(version(connection), len(_files(schema)), path)


def _check(found: int, known: int, path: Path | str) -> None:
    if found > known:
        raise StorageNewer(
            f"{path} has schema {found}, this scrubjay knows {known}. Nothing was changed. "
            f"Restart the client with the newer scrubjay, or {UPGRADE}."
        )


def migrate(
    connection: Connection, schema: SchemaName, path: Path | str, steps: tuple[Migration, ...] | None = None
) -> int:
    """Migrate an open file to the newest version; returns how many steps ran. Tests may pass their own steps.

    A file with content is copied first (`upgrade.keep_copy`); when a step or the copy fails it stays unchanged.
    Two processes that start together are safe: the version is read again inside BEGIN IMMEDIATE.
    Raises StorageNewer, writing nothing, when the file comes from a newer program.
    """
    current, newest = version(connection), len(_files(schema) if steps is None else steps)
    _check(current, newest, path)
    if current == newest:
        return 0
    steps = migrations(schema) if steps is None else steps
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = version(connection)
        todo = steps[found:]
        if found and todo:
            from scrubjay.storage.upgrade import copy_before_upgrade  # lazy: nearly every start finds nothing to do

            copy_before_upgrade(Path(path), found)
        for step in todo:
            for statement in statements(step.sql):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute(f"PRAGMA busy_timeout = {patience}")
    return len(todo)
