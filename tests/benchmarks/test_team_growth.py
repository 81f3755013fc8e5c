"""Do the measurements of a team's server ask what they say, and get right answers? In small; full by `python -m`."""

from collections.abc import Iterator

import psycopg
import pytest

from scrubjay.model.frozen import replace
from scrubjay_team.engine.embedded import EmbeddedPostgres
from tests.benchmarks import team_memories
from tests.benchmarks.team_generator import generate
from tests.benchmarks.team_growth import measured
from tests.benchmarks.team_load import plan_of
from tests.benchmarks.team_memories import DrawnVectors
from tests.benchmarks.team_plans import MOST, page
from tests.benchmarks.team_tables import TEMPLATE, Loading, Shape, clusters, inside, make_template
from tests.servers.team.conftest import postgres as postgres

SMALL = Shape(200, 10)
REMEMBERED = Shape(0, 0, 20, 2)
BOTH = Shape(200, 10, 20)


@pytest.fixture
def loaded(postgres: EmbeddedPostgres) -> Iterator[EmbeddedPostgres]:
    """A cluster with a small team of passages and one of memories."""
    make_template(postgres)
    Loading(postgres.addresses, SMALL, "64MB").load()
    for shape in (REMEMBERED, BOTH):
        team_memories.load(postgres.addresses, shape, "64MB")
    yield postgres
    with psycopg.connect(postgres.addresses.superuser, autocommit=True) as admin:
        for name in (TEMPLATE, SMALL.database, REMEMBERED.database, BOTH.database):
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_member_finds_words_and_neighbours_of_what_is_granted(loaded: EmbeddedPostgres) -> None:
    for share in SMALL.shares:
        figure = measured(loaded.addresses, SMALL, share, 3)
        assert figure.granted == SMALL.passages * share // 100
        assert figure.hits > 0
        assert figure.recall == 1.0


def test_a_memory_is_measured_and_leaves_no_trace(loaded: EmbeddedPostgres) -> None:
    for shape in (REMEMBERED, BOTH):
        remember, search = team_memories.measured(loaded.addresses, shape, 3)
        assert {"add", "add_passage", "add_event"} <= remember.by_statement.keys()
        assert {"by_words", "nearest"} <= search.by_statement.keys()
        with psycopg.connect(inside(loaded.addresses, shape.database).superuser) as connection:
            assert connection.execute("SELECT count(*) FROM scrubjay.memory").fetchone() == (shape.memories,)


def test_the_statements_of_calls_are_asked_again_by_hand(loaded: EmbeddedPostgres) -> None:
    plan = plan_of(loaded.addresses, BOTH, 100, DrawnVectors(clusters()))
    answer = generate(replace(plan, seconds=0.5, writes_a_second=10))
    assert answer.errors == []
    assert answer.searches
    assert answer.writes


def test_the_plans_of_the_dearest_statements_are_told(loaded: EmbeddedPostgres) -> None:
    text = page(loaded.addresses, BOTH, 100, DrawnVectors(clusters()))
    assert text.count("\n## ") == MOST
    assert "Index Scan" in text
    assert "index.words" in text
