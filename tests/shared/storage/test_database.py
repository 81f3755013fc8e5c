"""One file, many writers: what is acknowledged is there, what fails leaves nothing."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import StorageBusy, StorageCorrupt, StorageError, StorageForbidden, StorageNewer
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, connect
from scrubjay.storage.migrate import newest_version
from tests.patience import PATIENCE_S

WRITER = """
import sys
from pathlib import Path
from scrubjay.storage.database import Database
with Database(Path(sys.argv[1]), "knowledge") as database:
    for number in range(40):
        key = {"path": f"{sys.argv[2]}/{number}"}
        database.write(lambda c: c.execute("INSERT INTO path (path) VALUES (:path)", key))
"""


def add_path(name: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute("INSERT INTO path (path) VALUES (:path)", {"path": name})

    return work


def paths(connection: Connection) -> list[str]:
    return [row["path"] for row in connection.execute("SELECT path FROM path ORDER BY path")]


def test_a_write_is_there_for_every_later_reader(tmp_path: Path) -> None:
    with Database(tmp_path / "k.db", "knowledge") as one, Database(tmp_path / "k.db", "knowledge") as two:
        one.write(add_path("a"))
        assert two.read(paths) == ["a"]


def test_a_write_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    def half(connection: Connection) -> None:
        add_path("a")(connection)
        raise ValueError("half way")

    with Database(tmp_path / "k.db", "knowledge") as database:
        with pytest.raises(ValueError, match="half way"):
            database.write(half)
        assert database.read(paths) == []
        database.write(add_path("b"))
        assert database.read(paths) == ["b"]


def test_files_and_folder_are_private_to_the_user(tmp_path: Path) -> None:
    path = tmp_path / "home" / "k.db"
    with Database(path, "knowledge") as database:
        database.write(add_path("a"))
        modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in path.parent.iterdir()}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}


def test_processes_that_open_and_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    running = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(n)]) for n in range(4)]
    assert [process.wait(timeout=PATIENCE_S) for process in running] == [0, 0, 0, 0]
    with Database(path, "knowledge") as database:
        assert len(database.read(paths)) == 160


def test_threads_of_one_process_share_a_database(tmp_path: Path) -> None:
    with Database(tmp_path / "k.db", "knowledge") as database:
        threads = [threading.Thread(target=database.write, args=(add_path(str(n)),)) for n in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=PATIENCE_S)
        assert len(database.read(paths)) == 20


def test_a_database_of_a_newer_program_is_refused_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    Database(path, "knowledge").open().close()
    raw = connect(path)
    raw.execute(f"PRAGMA user_version = {newest_version('knowledge') + 1}")
    raw.close()
    before = path.read_bytes()
    with pytest.raises(StorageNewer, match="Restart"):
        Database(path, "knowledge").open()
    assert path.read_bytes() == before


def test_a_damaged_file_is_named_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    path.write_bytes(b"this is not a database, " * 400)
    before = path.read_bytes()
    with pytest.raises(StorageCorrupt, match="Nothing was deleted"):
        Database(path, "knowledge").open()
    assert path.read_bytes() == before


def test_a_writer_that_waits_too_long_is_told_who_to_ask(tmp_path: Path) -> None:
    with Database(tmp_path / "k.db", "knowledge") as database:
        database._current().writer.execute("PRAGMA busy_timeout = 1")
        other = connect(tmp_path / "k.db")
        other.execute("BEGIN IMMEDIATE")
        try:
            with pytest.raises(StorageBusy, match="doctor"):
                database.write(add_path("a"))
        finally:
            other.execute("ROLLBACK")
            other.close()
        database.write(add_path("a"))


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_a_folder_that_cannot_be_made_is_an_error_that_names_the_home(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageForbidden, match="SCRUBJAY_HOME"):
        Database(tmp_path / "file" / "k.db", "knowledge").open()


def test_an_sql_mistake_is_a_storage_error(tmp_path: Path) -> None:
    with Database(tmp_path / "k.db", "knowledge") as database, pytest.raises(StorageError):
        database.read(lambda c: c.execute("SELECT nope"))


def test_the_log_is_put_back_when_it_is_large(tmp_path: Path) -> None:
    from scrubjay.storage.opening import checkpoint_if_large

    with Database(tmp_path / "k.db", "knowledge") as database:
        if database.journal_mode != "WAL":
            pytest.skip("this SQLite runs with a rollback journal")
        database.write(add_path("a"))
        log = tmp_path / "k.db-wal"
        assert log.stat().st_size > 0
        assert not checkpoint_if_large(database._current().writer, database.path)
        assert checkpoint_if_large(database._current().writer, database.path, limit=1)
        assert log.stat().st_size == 0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_can_be_read_and_refuses_writes(tmp_path: Path) -> None:
    path = tmp_path / "home" / "k.db"
    with Database(path, "knowledge") as database:
        database.write(add_path("a"))
    path.parent.chmod(0o500)
    try:
        with Database(path, "knowledge") as database:
            assert database.read(paths) == ["a"]
            with pytest.raises(StorageForbidden):
                database.write(add_path("b"))
    finally:
        path.parent.chmod(0o700)


def test_a_removed_database_leaves_no_file_and_can_be_made_anew(tmp_path: Path) -> None:
    database = Database(tmp_path / "knowledge.db", "knowledge").open()
    database.write(lambda c: c.execute("UPDATE generation SET value = 7"))
    database.remove()
    assert not list(tmp_path.glob("knowledge.db*"))
    assert database.read(lambda c: c.execute("SELECT value FROM generation").fetchone()[0]) != 7
    database.close()
