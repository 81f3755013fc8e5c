"""A full disk here is told as that, and never as damage at the remote, which would be deleted for it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from scrubjay.errors import SyncFailed
from scrubjay_exchange.syncing.store import SegmentStore
from tests.shared.scrubjay_exchange.syncing.conftest import Fleet


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte; where none can be mounted the test is skipped."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "none", str(disk)]
    if sys.platform != "linux" or os.geteuid() != 0 or subprocess.run(mounted, check=False).returncode:
        pytest.skip("needs root on Linux, to mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_fetch_that_finds_no_room_says_so_and_goes_on_once_there_is(fleet: Fleet, small_disk: Path) -> None:
    desk = fleet.machine("desk")
    desk.say("Tea at five.")
    desk.sync()
    store = SegmentStore(small_disk / "sync", fleet.environment)
    store.prepare()
    ballast = small_disk / "ballast"
    with suppress(OSError), ballast.open("ab", buffering=0) as stream:
        while True:
            stream.write(bytes(4096))
    with pytest.raises(SyncFailed, match="No space left"):
        store.fetch(str(fleet.remote), ["desk"])
    ballast.unlink()
    assert store.fetch(str(fleet.remote), ["desk"]) == {"desk": fleet.head("desk")}
