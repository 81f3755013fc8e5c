"""A damaged log loses what stands behind the damage, in whole transactions, and the loss is told."""

import random
import shutil
from pathlib import Path

import pytest

from scrubjay.storage.damage import complaints, ignored_frames
from scrubjay.storage.database import Database
from scrubjay.storage.driver import DRIVER

pytestmark = pytest.mark.skipif(not DRIVER.wal, reason="only WAL has a log")

ROWS = 30


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as a killed program leaves it: thirty transactions in the log, nothing put back."""
    folder = tmp_path_factory.mktemp("killed")
    with Database(folder / "open" / "k.db", "knowledge") as database:
        database.truncate_log()
        for number in range(ROWS):
            database.write(lambda c, number=number: c.execute("INSERT INTO path (path) VALUES (?)", (f"{number:02}",)))  # type: ignore[misc]
        for extra in ("", "-wal"):
            shutil.copyfile(folder / "open" / f"k.db{extra}", folder / f"k.db{extra}")
    return folder / "k.db"


def copy_of(killed: Path, folder: Path) -> Path:
    for extra in ("", "-wal"):
        shutil.copyfile(killed.with_name(f"k.db{extra}"), folder / f"k.db{extra}")
    return folder / "k.db"


def rows(path: Path) -> list[str]:
    with Database(path, "knowledge") as database:
        return [
            str(row) for row in database.read(lambda c: [r[0] for r in c.execute("SELECT path FROM path ORDER BY id")])
        ]


def test_a_whole_log_has_nothing_unread(killed: Path, tmp_path: Path) -> None:
    path = copy_of(killed, tmp_path)
    assert ignored_frames(path) == 0
    assert len(rows(path)) == ROWS


def test_a_log_of_before_that_is_written_over_counts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    with Database(path, "knowledge") as database:
        for number in range(ROWS):
            database.write(lambda c, number=number: c.execute("INSERT INTO path (path) VALUES (?)", (str(number),)))  # type: ignore[misc]
        database._current().writer.execute("PRAGMA wal_checkpoint(RESTART)")
        database.write(lambda c: c.execute("INSERT INTO path (path) VALUES ('last')"))
        assert ignored_frames(path) == 0


@pytest.mark.parametrize("seed", range(40))
def test_what_is_read_of_a_damaged_log_is_a_beginning_and_the_rest_is_counted(
    seed: int, killed: Path, tmp_path: Path
) -> None:
    path, chance = copy_of(killed, tmp_path), random.Random(seed)
    log = path.with_name("k.db-wal")
    data = bytearray(log.read_bytes())
    if seed % 4 == 3:
        del data[chance.randrange(len(data)) :]
    else:
        data[chance.randrange(len(data) if seed % 4 else 32)] ^= 1 << chance.randrange(8)
    log.write_bytes(data)
    told = ignored_frames(path)
    found = rows(path)
    assert found == [f"{number:02}" for number in range(len(found))]
    assert complaints(path, "knowledge") == ()
    assert told or len(found) == ROWS or seed % 4 == 3, "a log that was cut off can't say what it lacks"


def test_a_file_that_was_emptied_beside_its_log_is_refused_and_not_written(killed: Path, tmp_path: Path) -> None:
    from scrubjay.errors import StorageCorrupt

    path = copy_of(killed, tmp_path)
    path.write_bytes(b"")
    log = path.with_name("k.db-wal").read_bytes()
    with pytest.raises(StorageCorrupt, match="doctor --repair"):
        rows(path)
    assert path.with_name("k.db-wal").read_bytes() == log
