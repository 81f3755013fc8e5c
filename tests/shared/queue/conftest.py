"""A queue in a home that knows one project, and a clock that a test moves."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.queue.jobs import JobQueue
from scrubjay.storage import Database

PROJECT = "p" * 32


class MovingClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def moving() -> MovingClock:
    return MovingClock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home" / "home.db", "home") as opened:
        opened.write(lambda c: c.execute("INSERT INTO project VALUES (?, 'x', '')", (PROJECT,)))
        yield opened


@pytest.fixture
def queue(database: Database, moving: MovingClock) -> JobQueue:
    return JobQueue(database, moving)
