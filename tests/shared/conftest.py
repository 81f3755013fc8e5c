"""A home of the core: real databases and a hashing embedder; nothing is started in the background."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
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
