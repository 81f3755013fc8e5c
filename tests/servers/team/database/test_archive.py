"""A backup that was damaged or made by somebody else is told to be one, whatever a library says of its bytes."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import BackupDamaged
from scrubjay_team.database.archive import opened_archive

SAID = {"kind": "scrubjay team backup", "format": 1, "postgres": 18, "schema": 1, "made_at": "2026-01-01T00:00:00"}


def made(file: Path, how: int = zipfile.ZIP_STORED, said: str = "") -> bytearray:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("manifest.json", said or json.dumps(SAID), compress_type=how)
        archive.writestr("database.dump", b"PGDMP" + b"x" * 100)
    return bytearray(file.read_bytes())


def encrypted(file: Path) -> bytearray:
    data = made(file)
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    return data


def not_deflated(file: Path) -> bytearray:
    data, at = made(file, zipfile.ZIP_DEFLATED), 30 + len("manifest.json")
    data[at : at + 8] = b"\xff" * 8
    return data


def flipped(file: Path) -> bytearray:
    data = made(file)
    data[data.index(b"PGDMP") + 20] ^= 1
    return data


def endless(file: Path) -> bytearray:
    return made(file, said=json.dumps(SAID)[:-1] + ', "schema": 1e999}')


@pytest.mark.parametrize("damage", [encrypted, not_deflated, flipped, endless])
def test_damage_is_told(tmp_path: Path, damage: Callable[[Path], bytearray]) -> None:
    file = tmp_path / "team.zip"
    file.write_bytes(damage(file))
    with pytest.raises(BackupDamaged), opened_archive(file):
        pass


def test_one_that_is_whole_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "team.zip"
    made(file)
    with opened_archive(file) as (backup, dump):
        assert (backup.schema, dump.read(5)) == (1, b"PGDMP")
