"""A new file is made by the baseline alone; a file from before it goes through the old steps, and is the same then."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest

from scrubjay.storage import Database
from scrubjay.storage.copy import inspect
from scrubjay.storage.driver import Connection, connect
from scrubjay.storage.integrity import complaints, schema_forms
from scrubjay.storage.migrate import SchemaName, migrate, migrations, migrations_up_to, newest_version
from scrubjay.storage.upgrade import upgrade_copies

SCHEMAS: tuple[SchemaName, ...] = get_args(SchemaName)
BASELINES = {schema: migrations(schema)[0].number for schema in SCHEMAS}
BEFORE = [(schema, number) for schema in SCHEMAS for number in range(1, BASELINES[schema])]
RANDOM = {("salt", "value")}
"""What each new file draws for itself."""

VALUES = {"INTEGER": 7, "REAL": 0.5, "TEXT": "vän", "BLOB": b"\x00\xff"}

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
    assert [step.number for step in migrations(schema)] == list(range(BASELINES[schema], newest_version(schema) + 1))
    assert inspect(opened(tmp_path / "new.db", schema)).version == newest_version(schema)
    assert upgrade_copies(tmp_path / "new.db") == ()


@pytest.mark.parametrize(("schema", "number"), BEFORE)
def test_a_file_from_before_the_baseline_becomes_equal_to_a_new_one(
    tmp_path: Path, schema: SchemaName, number: int
) -> None:
    old = opened(built(tmp_path / "old.db", schema, number), schema)
    new = opened(tmp_path / "new.db", schema)
    with closing(connect(old)) as was, closing(connect(new)) as made:
        assert schema_forms(was) == schema_forms(made)
        assert structure(was) == structure(made)
        assert dict(rows(was)) == dict(rows(made))
    assert inspect(old).version == newest_version(schema)
    assert complaints(old, schema) == complaints(new, schema) == ()
    assert [inspect(copy).version for copy in upgrade_copies(old)] == [number]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_step_to_the_baseline_keeps_a_row_of_every_table(tmp_path: Path, schema: SchemaName) -> None:
    path = built(tmp_path / "old.db", schema, BASELINES[schema] - 1)
    with closing(connect(path)) as raw:
        for name in dict(rows(raw)):
            columns = pragma(raw, "table_info", name)
            if name != "sqlite_sequence" and columns[0]["name"] != "one":
                values = [VALUES[column["type"]] for column in columns]
                raw.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(values))})", values)
        before = dict(rows(raw))
    assert all(before.values())
    steps = tuple(step for step in migrations(schema, 1) if step.number <= BASELINES[schema])
    with closing(connect(path)) as raw:
        migrate(raw, schema, path, steps)
        assert dict(rows(raw)) == before


@pytest.mark.parametrize(("schema", "number"), BEFORE)
def test_each_version_from_before_the_baseline_is_sound_in_itself(
    tmp_path: Path, schema: SchemaName, number: int
) -> None:
    assert complaints(built(tmp_path / "old.db", schema, number), schema) == ()


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_old_steps_lead_up_to_the_baseline(schema: SchemaName) -> None:
    steps = migrations(schema, 1)
    assert [step.number for step in steps] == list(range(1, newest_version(schema) + 1))
    assert [step.number for step in steps if not step.sql] == [BASELINES[schema]]


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
