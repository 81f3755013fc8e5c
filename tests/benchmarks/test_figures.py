"""The processes that a benchmark ends: all of one home, and no other's."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.benchmarks.figures import kill_all_of

WAITING = "import sys; print('here', flush=True); sys.stdin.read()"


@pytest.fixture
def two_homes(tmp_path: Path) -> Iterator[dict[Path, subprocess.Popen[str]]]:
    """A process of each of two homes, as a git hook starts one: in no folder of it."""
    with ExitStack() as ends:
        started = {}
        for home in (tmp_path / "one", tmp_path / "two"):
            process = subprocess.Popen(
                [sys.executable, "-c", WAITING], env={"SCRUBJAY_HOME": str(home)}, cwd=tmp_path, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
            ends.enter_context(process)
            ends.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == "here\n"
            started[home] = process
        yield started


def test_every_process_of_a_home_has_ended_and_another_homes_goes_on(
    two_homes: dict[Path, subprocess.Popen[str]],
) -> None:
    (home, ended), (_, other) = two_homes.items()
    kill_all_of(home)
    assert ended.poll() is not None
    assert other.poll() is None
