"""Do the measurements of a team's server ask what they say, and get right answers? In small; full by `python -m`."""

from collections.abc import Iterator

import psycopg
import pytest

from scrubjay_team.engine.embedded import EmbeddedPostgres
from tests.benchmarks import team_memories
from tests.benchmarks.team_growth import measured
from tests.benchmarks.team_tables import TEMPLATE, Loading, Shape, make_template
from tests.servers.team.conftest import postgres as postgres

SMALL = Shape(200, 10)
MEMORIES = 20


@pytest.fixture
def loaded(postgres: EmbeddedPostgres) -> Iterator[EmbeddedPostgres]:
    """A cluster with a small team of passages and one of memories."""
    make_template(postgres)
    Loading(postgres.addresses, SMALL, "64MB").load()
    team_memories.load(postgres.addresses, MEMORIES)
    yield postgres
    with psycopg.connect(postgres.addresses.superuser, autocommit=True) as admin:
        for name in (TEMPLATE, SMALL.database, Shape(MEMORIES, 0).database):
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_member_finds_words_and_neighbours_of_what_is_granted(loaded: EmbeddedPostgres) -> None:
    for share in SMALL.shares:
        figure = measured(loaded.addresses, SMALL, share, 3)
        assert figure.granted == SMALL.passages * share // 100
        assert figure.hits > 0
        assert figure.recall == 1.0


def test_a_memory_is_measured_and_leaves_no_trace(loaded: EmbeddedPostgres) -> None:
    remember, search = team_memories.measured(loaded.addresses, MEMORIES, 3)
    assert {"add", "add_passage", "add_event"} <= remember.by_statement.keys()
    assert {"by_words", "nearest"} <= search.by_statement.keys()
    database = Shape(MEMORIES, 0).database
    with psycopg.connect(psycopg.conninfo.make_conninfo(loaded.addresses.superuser, dbname=database)) as connection:
        assert connection.execute("SELECT count(*) FROM scrubjay.memory").fetchone() == (MEMORIES,)
