"""Memories over real databases of a project and a user, with a clock that a test moves."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.memories import Memories
from scrubjay.storage import Database


class Hands:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: int) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def databases(tmp_path: Path) -> Iterator[Callable[[str], Database]]:
    """Opens databases by name and closes them after the test."""
    opened: dict[str, Database] = {}

    def database(name: str) -> Database:
        if name not in opened:
            opened[name] = Database(tmp_path / name / "knowledge.db", "knowledge")
        return opened[name]

    yield database
    for one in opened.values():
        one.close()


@pytest.fixture
def memories(databases: Callable[[str], Database], hands: Hands) -> Memories:
    return Memories("p1", databases("p1"), lambda: databases("user"), hands)


@pytest.fixture
def other_memories(databases: Callable[[str], Database], hands: Hands) -> Memories:
    """Another project of the same user."""
    return Memories("p2", databases("p2"), lambda: databases("user"), hands)
