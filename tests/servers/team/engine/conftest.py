"""Data folders with a cluster in them, copied from one that is made once."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.engine.places import find_place
from scrubjay_team.engine.postmaster import find_running, stop
from tests.servers.team.conftest import FAST

MakeData = Callable[[], Path]


def short_folder() -> Path:
    """A new folder that another account can enter, with a short name and in memory where there is room."""
    memory = Path("/dev/shm")  # noqa: S108
    folder = Path(tempfile.mkdtemp(prefix="sj-", dir=memory if memory.is_dir() else None))
    folder.chmod(0o711)
    return folder


@pytest.fixture(scope="session")
def made_once() -> Iterator[Path]:
    """The data folder of a server that was started once and stopped."""
    folder = short_folder()
    EmbeddedPostgres(folder, settings=FAST).stop()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder, in which whatever runs at the end is stopped."""
    folder = short_folder()
    yield folder
    data = find_place(folder).data
    running = find_running(data)
    if running is not None:
        stop(running, data)
    shutil.rmtree(folder)


@pytest.fixture
def data(folder: Path, made_once: Path) -> Path:
    """A data folder with a cluster."""
    subprocess.run(["cp", "-a", f"{made_once}/.", str(folder)], check=True)
    return folder
