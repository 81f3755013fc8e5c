"""Does the current decision stand first when the real model ranks, too? The same forty questions, asked again."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.settings.layers import load_settings
from tests.behaviour.test_current_decision import *  # noqa: F403 -- its questions are asked as they stand

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def model() -> OnnxEmbedder:
    return OnnxEmbedder()


@pytest.fixture
def app(environment: dict[str, str], clock: Callable[[], datetime], model: OnnxEmbedder) -> Iterator[App]:
    """The default home with the bundled model."""
    git = GitEnvironment.of(environment)
    with open_app(
        load_settings(environment), git_environment=git, embedder=model, clock=clock, wake=lambda: None
    ) as opened:
        yield opened
