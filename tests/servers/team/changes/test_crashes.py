"""A crash gives numbers of transactions again that left no trace: what is written under them afterwards is told."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from scrubjay.errors import ScrubjayError
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.memories.memories import TeamMemories
from tests.patience import PATIENCE_S
from tests.servers.team.changes.conftest import here, told
from tests.servers.team.conftest import Databases, SetClock
from tests.servers.team.makers import NOW
from tests.servers.team.memories.conftest import People


@pytest.fixture
def engine(folder: Path) -> Iterator[EmbeddedPostgres]:
    """A cluster of its own as a server has it, so that it may crash, with a migrated database."""
    with EmbeddedPostgres(folder, settings={"fsync": "off"}) as engine:
        its = engine.passwords
        make_database(engine.addresses.superuser, "scrubjay", RolePasswords(its.owner, its.app, its.worker))
        migrate(OwnerDatabase(engine.addresses.owner))
        yield engine


@pytest.fixture
def team(engine: EmbeddedPostgres) -> Iterator[People]:
    """Anna and ben of one team there."""
    at, clock = engine.addresses, SetClock(NOW)
    with TeamDatabase(at.app, clock) as app, WorkerDatabase(at.worker) as worker:
        made = People(Databases(app, worker, OwnerDatabase(at.owner), clock, at), TeamMemories(None, clock))
        made.team("acme")
        made.member("acme", "anna", "writer")
        made.member("acme", "ben", "writer")
        yield made


def remembered(team: People, content: str) -> str:
    """The id of a memory that anna keeps as soon as PostgreSQL answers again."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return team.remember("anna", content)
        except ScrubjayError:
            assert time.monotonic() < until
            threading.Event().wait(0.05)


@pytest.mark.parametrize("crashed", ["one connection", "all of it"])
def test_what_is_written_after_a_crash_is_told_whatever_its_number(
    engine: EmbeddedPostgres, team: People, crashed: str
) -> None:
    here(team, "anna"), here(team, "ben")  # the use of both tokens is noted
    with psycopg.connect(engine.addresses.superuser, autocommit=True) as admin:
        admin.execute("CHECKPOINT")
        with psycopg.connect(engine.addresses.app) as undone:
            undone.execute("SELECT pg_current_xact_id()")
            undone.rollback()
            since = here(team, "ben")
            process = undone.info.backend_pid if crashed == "one connection" else engine.pid
            os.kill(process, signal.SIGKILL if crashed == "one connection" else signal.SIGQUIT)
            id = remembered(team, "The cache keeps a page for sixty minutes.")
    found = told(team, "ben", since)
    assert [one.ids for one in found.changes] == [(id,)], (since, found.upto)
    assert told(team, "ben", found.upto).changes == ()
