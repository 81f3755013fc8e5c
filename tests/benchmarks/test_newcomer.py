"""How long does a newcomer wait for the first useful answer? A real clone, real processes, the model's first load."""

import subprocess
import time
from pathlib import Path

import pytest

from tests.benchmarks.figures import program, show
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.benchmark

QUESTION = "which data format do events on the bus have"


def test_from_installed_to_the_first_useful_answer(data: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    clone = tmp_path / "openedx-events"
    (bundle,) = (data / "repos").glob("openedx*.bundle")
    subprocess.run(["git", "clone", "-q", str(bundle), str(clone)], env=environment, check=True, timeout=PATIENCE_S)
    repo = Repo(clone, environment)
    start = time.perf_counter()
    program("init", "--yes", at=repo)
    ready = time.perf_counter()
    said = program("search", QUESTION, at=repo)
    end = time.perf_counter()
    assert "avro" in said.lower()
    given = "openedx-events, installed, never started, wall"
    show("newcomer: init", given, f"{ready - start:.1f} s", "")
    show("newcomer: first answer", given, f"{end - start:.1f} s", "<= 60 s")
    program("ingest", "--wait", at=repo)
    whole = time.perf_counter()
    said = program("search", QUESTION, at=repo)
    show("newcomer: all vectors", given, f"{whole - start:.1f} s", "<= 60 s")
    assert "embedded" not in said.splitlines()[0]
