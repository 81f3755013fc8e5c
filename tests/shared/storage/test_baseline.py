"""The baseline is the schema of commit c4468b9e; a file of then becomes equal to a new one, an older one is refused."""

import hashlib
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest

from scrubjay.errors import StorageOlder
from scrubjay.model.hints import START_ANEW
from scrubjay.storage.copy import inspect, upgrade_copies
from scrubjay.storage.damage import complaints, schema_forms
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, connect
from scrubjay.storage.migrate import (
    SchemaName,
    migrate,
    migrations,
    migrations_up_to,
    newest_version,
    oldest_version,
)

SCHEMAS: tuple[SchemaName, ...] = get_args(SchemaName)
OLDEST = {"home": (9, "a751b394c2462d7a"), "knowledge": (41, "4a0092ffb11273ac"), "session": (21, "87860d7ba4772ccd")}
"""Each schema's version at commit c4468b9e, and the digest of the tables that the steps of then built."""

SINCE = [(schema, number) for schema in SCHEMAS for number in range(OLDEST[schema][0], newest_version(schema) + 1)]
RANDOM = {("salt", "value")}
"""What each new file draws for itself."""

STRUCTURE = ("table_xinfo", "foreign_key_list", "index_list")


def built(path: Path, schema: SchemaName, number: int) -> Path:
    """A file as the migrations up to one left it."""
    with closing(connect(path)) as raw:
        migrate(raw, schema, path, migrations_up_to(schema, number))
    return path


def opened(path: Path, schema: SchemaName) -> Path:
    """A file that this program opened."""
    Database(path, schema).open().close()
    return path


def tables(raw: Connection) -> list[str]:
    rows = raw.execute("PRAGMA table_list").fetchall()
    return sorted(row["name"] for row in rows if row["schema"] == "main" and row["type"] in ("table", "virtual"))


def structure(raw: Connection) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """What SQLite itself says of each table and index, whatever their text looks like."""
    told = {(p, name): pragma(raw, p, name) for p in STRUCTURE for name in tables(raw)}
    indexes = [row["name"] for (p, _), rows in told.items() if p == "index_list" for row in rows]
    return told | {("index_xinfo", name): pragma(raw, "index_xinfo", name) for name in indexes}


def pragma(raw: Connection, name: str, table: str) -> list[dict[str, Any]]:
    cursor = raw.execute(f"PRAGMA {name}({table})")
    keys = [column[0] for column in cursor.description]
    return [dict(zip(keys, row, strict=True)) for row in cursor.fetchall()]


def rows(raw: Connection) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The rows of each ordinary table; of what is drawn at random only the length."""
    for row in raw.execute("PRAGMA table_list").fetchall():
        if row["schema"] == "main" and row["type"] == "table" and row["name"] != "sqlite_schema":
            name = row["name"]
            columns = [column["name"] for column in pragma(raw, "table_info", name)]
            read = ", ".join(f"length({c})" if (name, c) in RANDOM else c for c in columns)
            yield name, sorted(tuple(r) for r in raw.execute(f"SELECT {read} FROM {name}"))


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_new_file_is_made_by_the_baseline_and_what_came_later(tmp_path: Path, schema: SchemaName) -> None:
    assert [step.number for step in migrations(schema)] == [number for name, number in SINCE if name == schema]
    assert inspect(opened(tmp_path / "new.db", schema)).version == newest_version(schema)
    assert upgrade_copies(tmp_path / "new.db") == ()


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_baseline_is_the_schema_of_then(tmp_path: Path, schema: SchemaName) -> None:
    number, then = OLDEST[schema]
    with closing(connect(built(tmp_path / "old.db", schema, number))) as raw:
        forms = "\n".join(sorted(f"{name} {sql}" for name, sql in schema_forms(raw)))
    assert (oldest_version(schema), hashlib.sha256(forms.encode()).hexdigest()[:16]) == (number, then)


@pytest.mark.parametrize(("schema", "number"), SINCE)
def test_a_file_since_the_baseline_becomes_equal_to_a_new_one(tmp_path: Path, schema: SchemaName, number: int) -> None:
    assert complaints(built(tmp_path / "old.db", schema, number), schema) == ()
    old = opened(tmp_path / "old.db", schema)
    new = opened(tmp_path / "new.db", schema)
    with closing(connect(old)) as was, closing(connect(new)) as made:
        assert schema_forms(was) == schema_forms(made)
        assert structure(was) == structure(made)
        assert dict(rows(was)) == dict(rows(made))
    assert inspect(old).version == newest_version(schema)
    assert complaints(old, schema) == complaints(new, schema) == ()
    copied = [] if number == newest_version(schema) else [number]
    assert [inspect(copy).version for copy in upgrade_copies(old)] == copied


@pytest.mark.parametrize("schema", SCHEMAS)
def test_an_older_file_is_refused_and_stays_as_it_was(tmp_path: Path, schema: SchemaName) -> None:
    path = tmp_path / "old.db"
    with closing(connect(path)) as raw:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("CREATE TABLE task (a)")
        raw.execute(f"PRAGMA user_version = {oldest_version(schema) - 1}")
    before = path.read_bytes()
    for ask in (lambda: opened(path, schema), lambda: complaints(path, schema)):
        with pytest.raises(StorageOlder, match=re.escape(START_ANEW)):
            ask()
    assert path.read_bytes() == before
    assert upgrade_copies(path) == ()


def test_a_damaged_version_of_a_file_of_today_is_told(tmp_path: Path) -> None:
    path = opened(tmp_path / "home.db", "home")
    with closing(connect(path)) as raw:
        raw.execute("PRAGMA user_version = 1")
    assert complaints(path, "home") == (f"it says it has schema 1, and has {newest_version('home')}",)


def test_a_column_that_differs_is_seen_whatever_the_layout(tmp_path: Path) -> None:
    path = opened(tmp_path / "home.db", "home")
    with closing(connect(path)) as raw:
        raw.execute("DROP TABLE presence")
        columns = "session TEXT PRIMARY KEY, worktree TEXT NOT NULL , at TEXT NOT NULL"
        raw.execute(f"CREATE TABLE presence ({columns} )WITHOUT ROWID")
        raw.execute("CREATE INDEX presence_at ON presence ( at )")
    assert complaints(path, "home") == ()
    with closing(connect(path)) as raw:
        raw.execute("ALTER TABLE presence RENAME COLUMN worktree TO place")
    assert complaints(path, "home") == (f"schema {newest_version('home')} has other tables: presence",)
