"""The embedded PostgreSQL: who gets in, who doesn't, and what a start finds."""

import os
import stat
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from scrubjay.errors import ScrubjayError, StorageForbidden
from scrubjay_team.engine.embedded import LOG, EmbeddedPostgres, reach
from scrubjay_team.engine.passwords import FILE, new_passwords, read_passwords, write_passwords
from scrubjay_team.engine.places import find_place
from scrubjay_team.errors import EngineBusy, EngineFailed
from tests.servers.team.conftest import FAST


def setting(dsn: str, name: str) -> str:
    with psycopg.connect(dsn) as connection:
        row = connection.execute("SELECT current_setting(%s)", [name]).fetchone()
    assert row is not None
    return str(row[0])


def test_it_listens_on_a_socket_in_a_folder_of_its_own_alone(data: Path) -> None:
    with EmbeddedPostgres(data, settings={}) as engine:
        dsn = engine.addresses.superuser
        assert setting(dsn, "listen_addresses") == ""
        folder = Path(setting(dsn, "unix_socket_directories").strip('"'))
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(engine.folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((folder / ".s.PGSQL.5432").stat().st_mode) == 0o700


def test_it_syncs_and_checks_its_pages(data: Path) -> None:
    with EmbeddedPostgres(data, settings={}) as engine:
        names = ("fsync", "data_checksums", "synchronous_commit", "full_page_writes", "password_encryption")
        found = [setting(engine.addresses.superuser, name) for name in names]
        assert found == ["on", "on", "on", "on", "scram-sha-256"]


def test_nobody_gets_in_without_the_password(data: Path) -> None:
    with EmbeddedPostgres(data, settings=FAST) as engine:
        wrong = make_conninfo(engine.addresses.superuser, password="another")
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(wrong)


def test_passwords_are_in_one_file_that_its_owner_alone_reads(data: Path) -> None:
    info = (data / FILE).stat()
    assert stat.S_IMODE(info.st_mode) == 0o600
    assert info.st_uid == os.geteuid()
    passwords = read_passwords(data)
    assert passwords is not None
    assert passwords.app not in repr(passwords)
    found = [path for path in find_place(data).folder.rglob("*") if "password" in path.name]
    assert found == []
    texts = [path for path in data.rglob("*") if path.is_file() and path.name != FILE]
    assert [path for path in texts if passwords.superuser.encode() in path.read_bytes()] == []


def test_a_second_server_is_told_which_process_has_the_folder(data: Path) -> None:
    with EmbeddedPostgres(data, settings=FAST), pytest.raises(EngineBusy, match=f"Process {os.getpid()} "):
        EmbeddedPostgres(data, settings=FAST)
    with EmbeddedPostgres(data, settings=FAST):
        pass


def test_a_command_reaches_the_server_that_runs_and_none_that_does_not(data: Path) -> None:
    assert reach(data) is None
    with EmbeddedPostgres(data, settings=FAST) as engine:
        addresses = reach(data)
        assert addresses == engine.addresses
        assert addresses is not None
        assert "password" not in repr(addresses)
        psycopg.connect(addresses.superuser).close()
    assert reach(data) is None


def test_a_folder_whose_path_is_too_long_for_a_socket_has_it_in_the_temp_folder(folder: Path) -> None:
    long = folder / ("x" * 100)
    long.mkdir(mode=0o711)
    with EmbeddedPostgres(long, settings=FAST) as engine:
        socket = Path(setting(engine.addresses.superuser, "unix_socket_directories").strip('"'))
        assert not socket.is_relative_to(long)
        assert stat.S_IMODE(socket.stat().st_mode) == 0o700
        assert reach(long) == engine.addresses
    assert not socket.exists()


def test_data_of_another_major_are_refused_with_the_commands_that_carry_them_over(data: Path) -> None:
    version = find_place(data).data / "PG_VERSION"
    version.write_text("17\n")
    with pytest.raises(EngineFailed, match=r"(?s)PostgreSQL 17, .* 18.*team backup FILE.*team restore FILE"):
        EmbeddedPostgres(data, settings=FAST)
    assert version.read_text() == "17\n"


@pytest.mark.parametrize("text", ["", "xx\n"])
def test_data_whose_version_is_damaged_are_named_so(data: Path, text: str) -> None:
    (find_place(data).data / "PG_VERSION").write_text(text)
    with pytest.raises(EngineFailed, match=r"PG_VERSION is damaged.*team restore FILE"):
        EmbeddedPostgres(data, settings=FAST)


def test_a_log_that_is_a_link_is_not_written_through(data: Path, tmp_path: Path) -> None:
    (data / LOG).unlink()
    (data / LOG).symlink_to(tmp_path / "victim")
    with pytest.raises(ScrubjayError, match=r"postgres\.log must be a plain file"):
        EmbeddedPostgres(data, settings=FAST)
    assert not (tmp_path / "victim").exists()


def test_lost_or_damaged_passwords_are_named(data: Path) -> None:
    (data / FILE).write_text("{")
    with pytest.raises(EngineFailed, match="is damaged"):
        EmbeddedPostgres(data, settings=FAST)
    (data / FILE).unlink()
    with pytest.raises(EngineFailed, match="is missing"):
        EmbeddedPostgres(data, settings=FAST)


def test_data_that_are_gone_are_not_replaced_by_an_empty_cluster(data: Path) -> None:
    place = find_place(data)
    place.data.rename(place.folder / "elsewhere")
    with pytest.raises(EngineFailed, match="are gone"):
        EmbeddedPostgres(data, settings=FAST)


def test_a_first_start_that_was_cut_off_begins_again(folder: Path) -> None:
    place = find_place(folder)
    place.unfinished.mkdir(parents=True)
    (place.unfinished / "PG_VERSION").write_text("18\n")
    write_passwords(folder, new_passwords())
    with EmbeddedPostgres(folder, settings=FAST) as engine:
        psycopg.connect(engine.addresses.superuser).close()
    assert not place.unfinished.exists()


def test_a_folder_that_cannot_be_made_is_named(folder: Path) -> None:
    (folder / "file").write_text("")
    with pytest.raises(StorageForbidden, match="can't be written"):
        EmbeddedPostgres(folder / "file" / "team", settings=FAST)


def test_a_setting_that_postgresql_refuses_is_told_from_its_log(data: Path) -> None:
    with pytest.raises(EngineFailed, match="unrecognized configuration parameter"):
        EmbeddedPostgres(data, settings={"no_such_setting": "1"})
    with EmbeddedPostgres(data, settings=FAST):
        pass


def test_nothing_of_a_statement_is_logged(data: Path) -> None:
    with EmbeddedPostgres(data, settings=FAST) as engine, psycopg.connect(engine.addresses.superuser) as connection:
        connection.execute("CREATE TABLE one (word text UNIQUE)")
        connection.execute("INSERT INTO one VALUES ('heron')")
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO one VALUES (%s)", ["heron"])
        connection.rollback()
        with pytest.raises(psycopg.errors.InvalidTextRepresentation):
            connection.execute("SELECT 'heron'::uuid")
    log = (data / "postgres.log").read_text()
    assert "ready to accept connections" in log
    assert "heron" not in log
    assert "one" not in log
