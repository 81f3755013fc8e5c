"""Backups of the embedded database: whole, private, never over another file, and restored beside what was there."""

import json
import stat
import zipfile
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from scrubjay.errors import BackupDamaged, UsageError
from scrubjay_team.database.archive import DUMP, MANIFEST
from scrubjay_team.database.backup import TeamRestored, back_up, dump_command, load_command, restore
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import migrations
from scrubjay_team.database.opening import joined, serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.engine.aside import MARK
from scrubjay_team.engine.embedded import Addresses
from scrubjay_team.engine.passwords import read_passwords
from scrubjay_team.errors import EngineBusy, TokenRefused
from tests.servers.team.conftest import FAST, SetClock
from tests.servers.team.makers import NOW, make_member, make_project, make_team, make_token


def seen(addresses: Addresses, digest: bytes) -> tuple[str, tuple[UUID, ...]]:
    """What a member sees: the team's name and the granted projects."""
    with TeamDatabase(addresses.app, SetClock(NOW)) as database, database.entered(digest) as entered:
        return entered.caller.team_name, entered.caller.projects


@pytest.fixture
def filled(folder: Path) -> tuple[Path, bytes]:
    """A data folder with a team of one member, and that member's token."""
    with serving(folder, FAST) as addresses:
        owner = OwnerDatabase(addresses.owner)
        team = make_team(owner)
        make_project(owner, team)
        digest = make_token(owner, make_member(owner, team))
    return folder, digest


def test_a_backup_is_restored_beside_what_was_there(filled: tuple[Path, bytes], tmp_path: Path) -> None:
    data, digest = filled
    target = tmp_path / "team.backup"
    with serving(data, FAST) as addresses:
        before = seen(addresses, digest)
        with psycopg.connect(addresses.superuser, dbname="scrubjay") as admin:
            admin.execute(
                "INSERT INTO scrubjay.outbox (kind, change, resource) VALUES ('pool', 'gone', gen_random_uuid())"
            )
        made = back_up(data, target, NOW)  # while the server runs
    passwords = read_passwords(data)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert made.size == target.stat().st_size
    assert (made.backup.postgres, made.backup.schema) == (18, migrations()[-1].number)
    assert made.backup.rows["scrubjay.member"] == 1

    with joined(data) as addresses, OwnerDatabase(addresses.owner).transaction() as connection:
        connection.execute("DELETE FROM team")
    done = restore(data, target)
    assert isinstance(done, TeamRestored)
    assert done.backup == made.backup
    assert done.old is not None
    assert (done.old / "data" / "PG_VERSION").exists()
    assert read_passwords(data) != passwords
    with joined(data) as addresses:
        assert seen(addresses, digest) == before
        with pytest.raises(TokenRefused):
            seen(addresses, b"another")
        with psycopg.connect(
            addresses.superuser, dbname="scrubjay"
        ) as admin:  # its numbers of transactions mean nothing here
            assert admin.execute("SELECT count(*) FROM scrubjay.outbox").fetchone() == (0,)


def test_a_backup_overwrites_nothing_and_leaves_nothing_behind(filled: tuple[Path, bytes], tmp_path: Path) -> None:
    data, _ = filled
    (tmp_path / "there").write_text("mine")
    with pytest.raises(UsageError, match="exists, and a backup overwrites nothing"):
        back_up(data, tmp_path / "there", NOW)
    with pytest.raises(UsageError, match="there is no folder"):
        back_up(data, tmp_path / "nowhere" / "x", NOW)
    assert (tmp_path / "there").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_restore_while_a_server_runs_changes_nothing(filled: tuple[Path, bytes], tmp_path: Path) -> None:
    data, digest = filled
    back_up(data, tmp_path / "b", NOW)
    with serving(data, FAST) as addresses:
        with pytest.raises(EngineBusy, match="runs over the data folder"):
            restore(data, tmp_path / "b")
        assert seen(addresses, digest)[0] == "acme"
    assert not (data / MARK).exists()


def damaged(source: Path, target: Path, how: str) -> Path:
    content = bytearray(source.read_bytes())
    if how == "cut off":
        del content[len(content) // 2 :]
    elif how == "one byte":
        content[len(content) // 2] ^= 1
    elif how == "empty":
        content.clear()
    target.write_bytes(content)
    return target


def test_a_damaged_backup_changes_nothing(filled: tuple[Path, bytes], tmp_path: Path) -> None:
    data, digest = filled
    back_up(data, tmp_path / "b", NOW)
    for how in ("cut off", "one byte", "empty"):
        with pytest.raises(BackupDamaged, match="Nothing was changed"):
            restore(data, damaged(tmp_path / "b", tmp_path / "x", how))
    with pytest.raises(UsageError, match="can't be read"):
        restore(data, tmp_path / "nowhere")
    with joined(data) as addresses:
        assert seen(addresses, digest)[0] == "acme"


@pytest.mark.parametrize(
    ("change", "words"),
    [({"schema": 9999}, "schema 9999"), ({"postgres": 99}, "PostgreSQL 99"), ({"format": 2}, "a newer scrubjay")],
)
def test_a_backup_of_a_newer_program_changes_nothing(folder: Path, change: dict[str, int], words: str) -> None:
    said = {"kind": "scrubjay team backup", "format": 1, "postgres": 18, "schema": 1, "made_at": NOW.isoformat()}
    with zipfile.ZipFile(folder / "b", "w") as archive:
        archive.writestr(MANIFEST, json.dumps(said | change))
        archive.writestr(DUMP, b"x")
    with pytest.raises(UsageError, match=words):
        restore(folder, folder / "b")
    assert [path.name for path in folder.iterdir()] == ["b"]


@pytest.mark.parametrize(
    "said", ["", "[]", "{}", "[" * 90_000, '{"kind": "x"}', '{"kind": "scrubjay team backup", "format": "x"}']
)
def test_a_file_that_is_no_backup_changes_nothing(folder: Path, said: str) -> None:
    with zipfile.ZipFile(folder / "b", "w") as archive:
        archive.writestr(MANIFEST, said)
        archive.writestr(DUMP, b"x")
    with pytest.raises(BackupDamaged):
        restore(folder, folder / "b")


def test_a_backup_carries_over_to_a_new_machine(filled: tuple[Path, bytes], tmp_path: Path) -> None:
    data, digest = filled
    back_up(data, tmp_path / "b", NOW)
    other = data / "another"
    other.mkdir(mode=0o711)
    assert restore(other, tmp_path / "b").old is None
    with joined(other) as addresses:
        assert seen(addresses, digest)[0] == "acme"


def test_a_dba_is_told_what_to_run_without_the_password(tmp_path: Path) -> None:
    file = tmp_path / "a b"
    dsn = "postgresql://scrubjay_owner:heron@db.example/team's"
    for told in (dump_command(dsn, file), load_command(dsn, file)):
        assert "heron" not in told
        assert f"'{file}'" in told
        assert told.startswith("pg_")
