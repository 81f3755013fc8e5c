"""Every statement of the team server is one that its roles may run on the schema that the migrations build."""

import psycopg
import pytest

from scrubjay.model.pattern import pattern
from scrubjay_team.database.queries import NamedStatement, load
from tests.project.trees import TOP
from tests.servers.team.conftest import Databases

PACKAGES = sorted(
    ".".join(path.parent.relative_to(TOP / "servers").parts)
    for path in (TOP / "servers" / "scrubjay_team").rglob("queries.sql")
    if path.parent.name != "source"  # SQLite's: what an index is copied from
)
ALL = [(f"{package}.{name}", statement) for package in PACKAGES for name, statement in load(package)]
RUN = [(name, statement.text, role) for name, statement in ALL for role in statement.roles]

_LASTS = pattern(r"(?i)^\s*(RE)?SET\b(?! LOCAL)|set_config\([^)]*, *false *\)|pg_advisory_lock|\b(UN)?LISTEN\b")
_PARAMETER = pattern(r"%\((\w+)\)s")


def as_prepared(text: str) -> str:
    """A statement with PostgreSQL's numbered parameters."""
    numbers: dict[str, int] = {}
    return _PARAMETER.sub(lambda found: f"${numbers.setdefault(found[1], len(numbers) + 1)}", text).replace("%%", "%")


@pytest.mark.parametrize(("name", "text", "role"), RUN, ids=[f"{name} as {role}" for name, _, role in RUN])
def test_a_statement_can_be_run_as_its_role(databases: Databases, name: str, text: str, role: str) -> None:
    with psycopg.connect(getattr(databases.addresses, role)) as connection:
        connection.execute(f"EXPLAIN (GENERIC_PLAN) {as_prepared(text)}")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_statement_has_one_line_that_says_what_it_does(package: str) -> None:
    for name, statement in load(package):
        first, second, *_ = statement.text.splitlines()
        assert first.startswith("-- "), name
        assert first.endswith("."), name
        assert not second.startswith("--"), name


@pytest.mark.parametrize(("name", "statement"), ALL, ids=[name for name, _ in ALL])
def test_a_statement_sets_nothing_that_outlives_its_transaction(name: str, statement: NamedStatement) -> None:
    assert not _LASTS.search(statement.text), name
