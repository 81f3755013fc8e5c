"""Every named query compiles against the schema that the migrations build."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

import scrubjay
from scrubjay.storage.driver import Connection, Queries, connect, load_sqlite_vec
from scrubjay.storage.migrate import SchemaName, migrate

SHARED = Path(scrubjay.__file__).parents[1]
"""The folder of the core and of the extensions, each a package."""

STORES: dict[str, SchemaName] = {
    "session.tasks": "session",
    "session.conversations": "session",
    "context.briefing": "session",
    "context.extraction": "session",
    "identity.projects": "home",
    "storage.queue": "home",
    "identity.presence": "home",
    "inference": "home",
    "identity.agents": "home",
    "scrubjay_agents.handoffs": "session",
    "scrubjay_growth.procedures": "session",
    "scrubjay_growth.promotion.outcomes": "session",
    "identity.insight": "session",
}
"""The database of a package's queries; that of all others is the knowledge."""

PREPARED = (
    ("knowledge.index", "create_visible"), ("knowledge.index", "create_scope"),
    ("knowledge.index", "create_memories"), ("knowledge.index", "create_code"),
    ("knowledge.documents", "create_view_file"), ("scrubjay_bench", "plain_table"),
    ("scrubjay_graph", "create_own_node"), ("scrubjay_graph", "create_own_edge"),
    ("scrubjay_graph", "create_own_shown"),
)  # fmt: skip


def named() -> Iterator[tuple[str, str, str]]:
    for file in sorted(SHARED.rglob("queries.sql")):
        store = ".".join(file.parent.relative_to(SHARED).parts).removeprefix("scrubjay.")
        for name, text in Queries(str(file), file.read_text(encoding="utf-8")):
            yield store, name, text


def queries_of(store: str) -> Queries:
    package = (SHARED if store.startswith("scrubjay_") else SHARED / "scrubjay").joinpath(*store.split("."))
    return Queries(store, (package / "queries.sql").read_text(encoding="utf-8"))


@cache
def prepared(schema: SchemaName) -> Connection:
    connection = connect(":memory:")
    migrate(connection, schema, ":memory:")
    if schema == "session":
        connection.execute(queries_of("knowledge.index").create_visible)
    if schema == "knowledge":
        for store, name in PREPARED:
            connection.execute(getattr(queries_of(store), name))
    return connection


@pytest.mark.parametrize(("store", "name", "text"), [pytest.param(*q, id=f"{q[0]}.{q[1]}") for q in named()])
def test_a_query_compiles(store: str, name: str, text: str) -> None:
    sql = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    if sql.lstrip().startswith("CREATE"):
        pytest.skip("makes a table")
    connection = prepared(STORES.get(store, "knowledge"))
    if "vec_" in sql and not load_sqlite_vec(connection):
        pytest.skip("needs sqlite-vec")
    parameters = dict.fromkeys(re.findall(r":(\w+)", sql))
    connection.execute(f"EXPLAIN {sql}", parameters).close()


@pytest.mark.parametrize(("store", "name", "text"), [pytest.param(*q, id=f"{q[0]}.{q[1]}") for q in named()])
def test_a_query_says_in_one_line_what_it_is_for(store: str, name: str, text: str) -> None:
    comments = [line for line in text.splitlines() if line.startswith("--")]
    assert len(comments) == 1


def test_a_package_loads_its_own_queries_only() -> None:
    foreign = {}
    for file in SHARED.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        named = {name.asname or name.name for node in ast.walk(tree) for name in _imports_of_load(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in named:
                argument = ast.unparse(node.args[0])
                if argument != "__package__":
                    foreign[str(file.relative_to(SHARED))] = argument.strip("'")
    assert foreign == {}


def _imports_of_load(node: ast.AST) -> list[ast.alias]:
    offered = isinstance(node, ast.ImportFrom) and node.module in ("scrubjay.storage", "scrubjay.storage.driver")
    return [name for name in node.names if name.name == "load"] if offered and isinstance(node, ast.ImportFrom) else []


def test_an_unknown_name_says_which_file_lacks_it() -> None:
    queries = Queries("x/queries.sql", "-- name: one\n-- First.\nSELECT 1\n")
    assert queries.one.endswith("SELECT 1")
    with pytest.raises(AttributeError, match=r"x/queries\.sql has no query named two"):
        _ = queries.two


@pytest.mark.parametrize("schema", ["home", "knowledge", "session"])
def test_schema_sql_shows_what_the_migrations_build(schema: SchemaName) -> None:
    from scrubjay.storage.schema import describe

    shown = (resources.files("scrubjay.storage") / "schema.sql").read_text(encoding="utf-8")
    assert describe(schema) in shown, "run: python -m scrubjay.storage.schema"
