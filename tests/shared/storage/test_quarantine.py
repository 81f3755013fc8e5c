"""A damaged file is set aside with its log, whole, and its path leads to a file all the time."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.errors import StorageForbidden
from scrubjay.storage.damage import quarantine, quarantine_copy, quarantined

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "p" / "k.db"
    path.parent.mkdir(mode=0o700)
    path.write_bytes(b"damaged")
    path.with_name("k.db-wal").write_bytes(b"its log")
    return path


def test_the_fresh_file_takes_the_place_and_the_old_one_keeps_its_log(file: Path) -> None:
    fresh = file.with_name(".k.db.fresh")
    fresh.write_bytes(b"fresh")
    aside = quarantine(file, NOW, fresh=fresh)
    assert file.read_bytes() == b"fresh"
    assert not file.with_name("k.db-wal").exists(), "SQLite would take the old log for the fresh file's"
    assert aside.name == "k-20260301T120000000000Z.db"
    assert aside.read_bytes() == b"damaged"
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"its log"


def test_two_at_one_moment_have_names_of_their_own(file: Path) -> None:
    first = quarantine_copy(file, NOW)
    second = quarantine(file, NOW)
    assert first != second
    assert first.read_bytes() == second.read_bytes() == b"damaged"
    assert not file.exists()
    assert set(quarantined(file.parent)) == {first, second}


def test_without_a_place_to_put_it_the_file_stays(file: Path) -> None:
    file.with_name("damaged").write_text("in the way")
    with pytest.raises(StorageForbidden):
        quarantine(file, NOW)
    assert file.read_bytes() == b"damaged"
