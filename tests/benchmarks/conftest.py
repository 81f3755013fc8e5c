"""What every benchmark gets: no worker of an earlier one that still embeds in the background."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.figures import Size, kill_worker


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Size:
    """In full where benchmarks were asked for, else small."""
    return Size("benchmark" in str(request.config.getoption("-m")))


@pytest.fixture(autouse=True)
def _no_worker_stays(environment: dict[str, str]) -> Iterator[None]:
    yield
    kill_worker(Path(environment["SCRUBJAY_HOME"]))
