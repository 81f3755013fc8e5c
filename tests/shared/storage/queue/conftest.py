"""A queue in a home that knows one project, and a clock that a test moves."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.storage.database import Database
from scrubjay.storage.queue.jobs import JobQueue
from tests.fakes import MovingClock

PROJECT = "p" * 32


@pytest.fixture
def moving() -> MovingClock:
    return MovingClock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home" / "home.db", "home") as opened:
        opened.write(lambda c: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, 'x', '')", (PROJECT,)))
        yield opened


@pytest.fixture
def queue(database: Database, moving: MovingClock) -> JobQueue:
    return JobQueue(database, moving)
