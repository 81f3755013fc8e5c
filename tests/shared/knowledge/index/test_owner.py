"""Only the index writes its tables, and every database that is searched has them in one form."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import scrubjay
from scrubjay.storage.driver import Connection, Queries, connect
from scrubjay.storage.migrate import SchemaName, migrate

SHARED = Path(scrubjay.__file__).parents[1]
TABLES = (
    "content", "passage", "passage_fts", "document_fts", "path_fts", "fingerprint", "embedding", "token_states",
    "vector_bits", "generation",
)  # fmt: skip
"""The tables that every database with an index has."""

OF_KNOWLEDGE = ("path", "memory_fts", "skipped")
"""Those that only a database of a project or a user has."""

OWN_COUNTERS = {("store", "generation"), ("tasks", "generation")}
"""Who counts changes of its own in a row of its own."""


def writes() -> Iterator[tuple[str, str, str]]:
    """Package, name and table of each query that writes a table."""
    for file in sorted(SHARED.rglob("queries.sql")):
        for name, text in Queries(str(file), file.read_text(encoding="utf-8")):
            sql = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
            for table in re.findall(r"(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE|DELETE FROM)\s+([\w.]+)", sql):
                yield file.parent.name, name, table


def test_nothing_but_the_index_writes_its_tables() -> None:
    others = [
        f"{package}.{name} writes {table}"
        for package, name, table in writes()
        if package != "index" and table in {*TABLES, *OF_KNOWLEDGE} and (package, table) not in OWN_COUNTERS
    ]
    assert others == []


def test_the_index_writes_each_of_its_tables() -> None:
    assert {table for package, _, table in writes() if package == "index"} >= {*TABLES, *OF_KNOWLEDGE}


def form(connection: Connection, table: str) -> list[str]:
    """What makes a table and its indexes, without spaces that a later column left."""
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql <> ''", (table,)).fetchall()
    return sorted(" ".join(row[0].split()) for row in rows)


def database(schema: SchemaName) -> Connection:
    connection = connect(":memory:")
    migrate(connection, schema, ":memory:")
    return connection


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_the_index_has_one_form_in_every_database(table: str) -> None:
    with closing(database("knowledge")) as knowledge, closing(database("session")) as session:
        own = [line for line in form(knowledge, table) if "content_memory" not in line]
        assert own == form(session, table) != []
