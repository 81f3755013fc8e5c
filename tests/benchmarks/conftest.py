"""What every benchmark gets: no worker of an earlier one that still embeds in the background."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.figures import Size, kill_worker
from tests.benchmarks.small_data import write_small


@pytest.fixture(scope="session")
def size(request: pytest.FixtureRequest) -> Size:
    """In full where benchmarks were asked for, else small."""
    return Size("benchmark" in str(request.config.getoption("-m")))


@pytest.fixture(scope="session")
def small_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data's layout with this project's own pages."""
    return write_small(tmp_path_factory.mktemp("data"))


@pytest.fixture
def sized_data(request: pytest.FixtureRequest, size: Size) -> Path:
    """The folder given with --data where benchmarks were asked for, else the small one."""
    folder: Path = request.getfixturevalue("data" if size.full else "small_data")
    return folder


@pytest.fixture(scope="session")
def memories(request: pytest.FixtureRequest) -> int:
    """How many memories there are before claims are judged, as given with --memories."""
    return int(request.config.getoption("--memories"))


@pytest.fixture(autouse=True)
def _no_worker_stays(environment: dict[str, str]) -> Iterator[None]:
    yield
    kill_worker(Path(environment["SCRUBJAY_HOME"]))
