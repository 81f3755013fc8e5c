"""No room on the disk, or none for this process: the right cause is named, and writing goes on once there is room."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from mcp import Client

from tests.behaviour.processes import quiet, said, scrubjay, server
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

SMALL_KB = 3_072


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes; where none can be mounted the test is skipped."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_KB}k,mode=700", "none", str(disk)]
    if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(mounted, check=False).returncode:
        pytest.skip("needs root on Linux, to mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.fixture
def cramped(repo: Repo, small_disk: Path) -> Repo:
    """A repository whose home lies on the small disk."""
    repo.environment = repo.environment | {
        "SCRUBJAY_EMBEDDING_PROVIDER": "none", "SCRUBJAY_HOME": str(small_disk / "home"),
    }  # fmt: skip
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    scrubjay(repo, "init", "--yes")
    quiet(repo)
    return repo


def fill(disk: Path) -> Path:
    """Leave no byte on a disk."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("ab", buffering=0) as stream:
        while True:
            stream.write(bytes(4096))
    return ballast


async def test_a_server_that_started_on_a_full_disk_writes_once_there_is_room(cramped: Repo, small_disk: Path) -> None:
    ballast = fill(small_disk)
    async with Client(server(cramped, "scrubjay_knowledge")) as client:
        failed, told = await said(client, "search_knowledge", query="parcels")
        assert not failed, told
        assert "weighed twice" in told
        failed, told = await said(client, "remember", content="Vans leave at six.")
        assert failed
        assert "No space left" in told
        assert "SCRUBJAY_HOME" not in told
        ballast.unlink()
        failed, told = await said(client, "remember", content="Vans leave at six.")
        assert not failed, told
    assert "Vans leave at six." in scrubjay(cramped, "export")


def test_a_limit_of_the_process_is_named_as_such_and_nothing_is_half_written(repo: Repo) -> None:
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    scrubjay(repo, "init", "--yes")
    quiet(repo)
    limit = 40_000  # the shared memory of the log fits, a write of this length does not
    done = subprocess.run(
        [sys.executable, "-m", "scrubjay.cli.main", "remember", "Vans leave at six. " * 400],
        cwd=repo.path, env=repo.environment, capture_output=True, text=True, timeout=60, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    assert done.returncode == 4, done.stdout + done.stderr
    assert "may not write larger files" in done.stderr
    assert "ulimit -f" in done.stderr
    scrubjay(repo, "remember", "Vans leave at six.")
    assert scrubjay(repo, "verify", "--deep")
