"""A call whose statements take too long, or are cancelled, stores nothing and says so."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from scrubjay_team.errors import TeamDatabaseSlow
from scrubjay_team.memories.claims import TeamClaim
from tests.servers.team.memories.conftest import People

CACHE = "The cache keeps a page for sixty minutes."
LIMITS = ("SET LOCAL lock_timeout = '200ms'", "SET LOCAL statement_timeout = '200ms'")


@contextmanager
def locked(people: People, table: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A table that nobody else reads meanwhile."""
    with psycopg.connect(people.databases.addresses.superuser) as connection:
        connection.execute(f"LOCK TABLE scrubjay.{table} IN ACCESS EXCLUSIVE MODE")
        yield connection
        connection.rollback()


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("table", ["shown", "memory_mark", "memory_event"])
def test_a_claim_whose_checks_take_too_long_is_told_so_and_not_stored(people: People, table: str, limit: str) -> None:
    slow = pytest.raises(TeamDatabaseSlow, match="Nothing of this call was stored")
    with locked(people, table), slow, people.entered("ben") as entered:
        entered.connection.execute(limit)
        people.memories.remember(entered, TeamClaim(content=CACHE, repo="shop", sources=("docs/a.md",)))
    assert people.found("ben", "cache page") == []


def test_a_change_whose_checks_take_too_long_is_told_so_and_not_made(people: People) -> None:
    id = people.remember("ben", CACHE)
    slow = pytest.raises(TeamDatabaseSlow)
    with locked(people, "memory_mark"), slow, people.entered("ben") as entered:
        entered.connection.execute(LIMITS[0])
        people.memories.update(entered, id, "supersede", TeamClaim(content="The cache keeps a page for a day."))
    assert people.found("ben", "cache page") == [CACHE]


def test_a_claim_that_is_cancelled_is_told_so_and_not_stored(people: People) -> None:
    slow = pytest.raises(TeamDatabaseSlow)
    with locked(people, "memory_mark") as other, slow, people.entered("ben") as entered:
        backend = entered.connection.info.backend_pid
        cancel = threading.Timer(0.3, lambda: other.execute("SELECT pg_cancel_backend(%s)", [backend]))
        cancel.start()
        people.memories.remember(entered, TeamClaim(content=CACHE))
    cancel.join()
    assert people.found("ben", "cache page") == []
