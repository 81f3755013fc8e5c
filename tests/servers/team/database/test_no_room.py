"""A disk that fills up under a server: told in words, nothing acknowledged is lost, and it goes on with room."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from scrubjay.errors import DiskFull, ScrubjayError
from scrubjay_team.database.opening import serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.errors import TeamDatabaseUnavailable


@pytest.fixture
def small(folder: Path) -> Iterator[Path]:
    """A folder on a disk of 120 MB; skipped where none may be mounted."""
    disk = folder / "disk"
    disk.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=120m,mode=711", "none", str(disk)]
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


GROW = (
    "INSERT INTO kept SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 50) AS one, "
    "generate_series(1, 200) GROUP BY one"
)
"""50 rows of 6 kB that can't be compressed."""


def grow(owner: OwnerDatabase, acknowledged: list[int]) -> None:
    """Store rows, and note how many were acknowledged, until that fails."""
    while True:
        with owner.transaction() as connection:
            connection.execute(GROW)
        acknowledged.append(50)


def stored(owner: OwnerDatabase) -> int:
    with owner.transaction() as connection:
        row = connection.execute("SELECT count(*) AS number FROM kept").fetchone()
    assert row is not None
    return int(row["number"])


def test_a_disk_that_fills_up_loses_nothing_that_was_acknowledged(small: Path) -> None:
    with serving(small) as addresses:
        owner = OwnerDatabase(addresses.owner)
        with owner.transaction() as connection:
            connection.execute("CREATE TABLE kept (text text)")
        ballast = small / "ballast"
        with suppress(OSError), ballast.open("ab", buffering=0) as stream:
            while True:
                stream.write(bytes(1 << 16))
        os.truncate(ballast, ballast.stat().st_size - (4 << 20))
        acknowledged: list[int] = []
        with pytest.raises((DiskFull, TeamDatabaseUnavailable)):
            grow(owner, acknowledged)
        ballast.unlink()
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with suppress(ScrubjayError):
                assert stored(owner) == sum(acknowledged)
                break
        with owner.transaction() as connection:
            connection.execute("INSERT INTO kept VALUES ('more')")
        assert stored(owner) == sum(acknowledged) + 1
        assert acknowledged
