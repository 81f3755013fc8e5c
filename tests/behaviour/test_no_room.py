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

from tests.behaviour.processes import command, quiet, said, scrubjay, server
from tests.conftest import Repo
from tests.patience import PATIENCE_S

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
        cwd=repo.path, env=repo.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    assert done.returncode == 4, done.stdout + done.stderr
    assert "may not write larger files" in done.stderr
    assert "ulimit -f" in done.stderr
    scrubjay(repo, "remember", "Vans leave at six.")
    assert scrubjay(repo, "verify", "--deep")


WRITES = (
    ("remember", "Vans leave at six."),
    ("session", "save", "Counted vans."),
    ("ingest", "--full"),
    ("backup", "make"),
    ("doctor",),
    ("gc",),
)
"""What writes to a home, and what would tell of damage there."""

DAMAGE = ("damaged", "--repair", "malformed", "Traceback", "unexpected")


def told_of_room(done: "subprocess.CompletedProcess[str]", *causes: str) -> None:
    """A command that failed for want of room says so, and blames nothing else."""
    told = done.stdout + done.stderr
    assert not [word for word in DAMAGE if word in told], told
    if done.returncode == 4:
        assert any(cause in told for cause in causes), told


@pytest.mark.parametrize("limit", [4_096, 400_000])
def test_a_limit_of_the_process_is_never_told_as_damage(shop: Repo, limit: int) -> None:
    shop.commit("more", {f"docs/{n}.md": f"# {n}\n\n{'Parcels are weighed at the gate. ' * 99}\n" for n in range(40)})
    scrubjay(shop, "ingest")
    for words in WRITES:
        done = subprocess.run(
            [sys.executable, "-m", "scrubjay.cli.main", *words],
            cwd=shop.path, env=shop.environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )  # fmt: skip
        told_of_room(done, "may not write larger files")
        assert words != ("backup", "make") or done.returncode == 4, "a backup of that size fits into no limit here"
    scrubjay(shop, "ingest")
    scrubjay(shop, "verify", "--deep")


def test_a_full_disk_is_never_told_as_damage(cramped: Repo, small_disk: Path) -> None:
    ballast = fill(small_disk)
    for words in WRITES:
        told_of_room(command(cramped, *words), "No space left")
    ballast.unlink()
    scrubjay(cramped, "verify", "--deep")


def test_git_that_has_no_room_is_told_as_that(repo: Repo) -> None:
    code = (
        "import sys, os\nfrom pathlib import Path\nfrom scrubjay.git.process import Git, GitEnvironment\n"
        "Git(Path.cwd(), GitEnvironment.of(os.environ)).run('hash-object', '-w', '--stdin', input=bytes(9999))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repo.path, env=repo.environment, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1)),
    )  # fmt: skip
    assert "git hash-object" in done.stderr
    assert "may not write larger files" in done.stderr
