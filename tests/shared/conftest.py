"""A home of the core: real databases and a hashing embedder; nothing is started in the background."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder


@pytest.fixture
def app(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[App]:
    """The home of this test, opened."""
    with open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        clock=clock,
        wake=lambda: None,
    ) as opened:
        yield opened


@contextmanager
def shared_home(folder: Path, environment: Mapping[str, str]) -> Iterator[tuple[App, Repo]]:
    """An empty repository and a home below a folder, for tests of one module that write nothing there."""
    own = {**environment, "SCRUBJAY_HOME": str(folder / "home")}
    repo = Repo(folder / "repo", own)
    repo.path.mkdir()
    repo.git("init", "-q")
    with open_app(
        load_settings(own),
        git_environment=GitEnvironment.of(own),
        embedder=HashingEmbedder(),
        clock=lambda: datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
        wake=lambda: None,
    ) as app:
        yield app, repo
