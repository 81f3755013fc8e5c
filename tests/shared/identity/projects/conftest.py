"""Homes with a registry and a binder, over real databases."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.git.process import GitEnvironment
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.storage.database import Database
from tests.shared.identity.projects.places import Home


@pytest.fixture
def open_home(tmp_path: Path, environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[Home]:
    opened_: list[Database] = []

    def open_(name: str) -> ProjectBinder:
        home = tmp_path / name
        opened_.append(Database(home / "home.db", "home"))
        return ProjectBinder(ProjectRegistry(opened_[-1], home, GitEnvironment.of(environment), clock))

    yield open_
    for database in opened_:
        database.close()


@pytest.fixture
def binder(open_home: Home) -> ProjectBinder:
    return open_home("home")


@pytest.fixture
def registry(binder: ProjectBinder) -> ProjectRegistry:
    return binder._registry
