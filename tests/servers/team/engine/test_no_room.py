"""A disk that is full: told in words, and nothing that was there is lost."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.errors import DiskFull
from scrubjay_team.engine.account import choose_account
from scrubjay_team.engine.binaries import find_binaries, usable
from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.engine.places import find_place
from scrubjay_team.engine.postmaster import failure
from scrubjay_team.errors import EngineFailed
from tests.servers.team.conftest import FAST


@pytest.fixture
def small(folder: Path) -> Iterator[Path]:
    """A folder on a disk of 8 MB; skipped where none may be mounted."""
    disk = folder / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=8m,mode=711", "none", str(disk)]
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_first_start_without_room_says_so_and_leaves_nothing_half_made(small: Path) -> None:
    with pytest.raises(DiskFull, match="No space left"):
        EmbeddedPostgres(small, settings=FAST)
    place = find_place(small)
    assert not place.exists
    assert not place.unfinished.exists()
    assert [path.name for path in place.folder.iterdir() if path.name != "socket"] == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs programs as another account")
def test_programs_that_find_no_room_for_their_copy_are_told_and_leave_nothing(folder: Path, small: Path) -> None:
    hidden = folder / "hidden"
    hidden.mkdir(mode=0o700)
    (hidden / "pginstall").symlink_to(find_binaries())
    with pytest.raises(DiskFull, match="No space left"):
        usable(hidden / "pginstall", choose_account(0), small)
    assert list(small.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("FATAL:  could not write lock file: No space left on device\n", DiskFull),
        ("PANIC:  could not write: Disk quota exceeded\n", DiskFull),
        ("FATAL:  something else\n", EngineFailed),
        ("", EngineFailed),
    ],
)
def test_a_start_that_failed_is_told_by_what_the_log_says(tmp_path: Path, said: str, error: type[Exception]) -> None:
    log = tmp_path / "postgres.log"
    log.write_text(f"No space left on device, long ago\n{said}")
    told = failure(log, log.stat().st_size - len(said), "PostgreSQL ended")
    assert type(told) is error
    assert str(log) in str(told)
    assert "long ago" not in str(told)
