"""Data folders with a cluster in them, copied from one that is made once."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay_team.engine.embedded import EmbeddedPostgres
from tests.servers.team.conftest import FAST, short_folder


@pytest.fixture(scope="session")
def made_once() -> Iterator[Path]:
    """The data folder of a server that was started once and stopped."""
    folder = short_folder()
    EmbeddedPostgres(folder, settings=FAST).stop()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def data(folder: Path, made_once: Path) -> Path:
    """A data folder with a cluster."""
    subprocess.run(["cp", "-a", f"{made_once}/.", str(folder)], check=True)
    return folder
