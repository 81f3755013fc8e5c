"""An older database is copied, then upgraded once; when that fails it stays as it was."""

import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.errors import DiskFull, StorageError, StorageForbidden, StorageNewer
from scrubjay.storage.copy import copy_database, in_use, inspect, upgrade_copies
from scrubjay.storage.database import Database
from scrubjay.storage.driver import OperationalError, connect
from scrubjay.storage.migrate import Migration, migrate, migrations_up_to, newest_version, oldest_version
from tests.patience import PATIENCE_S

OPEN = "import sys, pathlib, scrubjay.storage.database as s; s.Database(pathlib.Path(sys.argv[1]), 'home').open()"


OLDEST = oldest_version("home")


def older(path: Path) -> Path:
    """A home's file as an older scrubjay left it: only the first migration, and a row."""
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = connect(path)
    raw.execute("PRAGMA journal_mode = WAL")
    migrate(raw, "home", path, migrations_up_to("home", OLDEST))
    raw.execute("INSERT INTO project (id, name, created_at) VALUES ('p', 'magpie', '2026-01-01T00:00:00Z')")
    raw.close()
    return path


def names(path: Path) -> list[str]:
    raw = connect(path)
    found = [row["name"] for row in raw.execute("SELECT name FROM project")]
    raw.close()
    return found


def test_an_older_database_is_upgraded_with_its_rows_and_kept_as_it_was(tmp_path: Path) -> None:
    path = older(tmp_path / "home.db")
    Database(path, "home").open().close()
    assert inspect(path).version == newest_version("home")
    (copy,) = upgrade_copies(path)
    assert inspect(copy).version == OLDEST
    assert names(path) == names(copy) == ["magpie"]


def test_a_database_of_this_version_and_a_new_one_are_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        Database(tmp_path / "home.db", "home").open().close()
    assert upgrade_copies(tmp_path / "home.db") == ()


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of a process")
def test_a_new_database_on_a_full_disk_says_that_it_is_full(tmp_path: Path) -> None:
    import resource

    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (32_768, usual[1]))  # a log's shared memory fits, a schema does not
    try:
        with pytest.raises(DiskFull, match="may not write larger files"):
            Database(tmp_path / "knowledge.db", "knowledge").open()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    Database(tmp_path / "knowledge.db", "knowledge").open().close()


def test_processes_that_start_together_upgrade_once(tmp_path: Path) -> None:
    path = older(tmp_path / "home.db")
    started = [subprocess.Popen([sys.executable, "-c", OPEN, str(path)]) for _ in range(4)]
    assert [process.wait(timeout=PATIENCE_S) for process in started] == [0, 0, 0, 0]
    assert inspect(path).version == newest_version("home")
    assert [inspect(copy).version for copy in upgrade_copies(path)] == [OLDEST]


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = older(tmp_path / "home.db")
    fails = Migration(OLDEST + 1, "fails", "DELETE FROM project; SELECT nothing_of_that_name;")
    steps = (*migrations_up_to("home", OLDEST), fails)
    raw = connect(path)
    with pytest.raises(OperationalError):
        migrate(raw, "home", path, steps)
    raw.close()
    assert (names(path), inspect(path).version) == (["magpie"], OLDEST)


def test_a_file_that_a_newer_program_upgrades_meanwhile_keeps_its_version(tmp_path: Path) -> None:
    path = older(tmp_path / "home.db")
    raw = connect(path)

    def upgrade_first(statement: str) -> None:
        if statement.startswith("BEGIN"):
            newer = connect(path)
            newer.execute("PRAGMA user_version = 99")
            newer.close()

    raw.set_trace_callback(upgrade_first)
    with pytest.raises(StorageNewer):
        migrate(raw, "home", path)
    raw.close()
    assert (names(path), inspect(path).version) == (["magpie"], 99)


def test_without_a_copy_there_is_no_upgrade(tmp_path: Path) -> None:
    path = older(tmp_path / "home.db")
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(StorageForbidden):
        Database(path, "home").open()
    assert inspect(path).version == OLDEST


def test_only_the_last_two_copies_are_kept(tmp_path: Path) -> None:
    path = older(tmp_path / "home.db")
    steps = migrations_up_to("home", OLDEST)
    for number in range(OLDEST + 1, OLDEST + 5):
        steps = (*steps, Migration(number, f"{number}", f"CREATE TABLE t{number} (a)"))
        raw = connect(path)
        assert migrate(raw, "home", path, steps) == 1
        raw.close()
    assert [inspect(copy).version for copy in upgrade_copies(path)] == [OLDEST + 2, OLDEST + 3]


def test_a_copy_holds_what_is_committed_while_somebody_writes(tmp_path: Path) -> None:
    with Database(tmp_path / "home.db", "home") as database:
        add = "INSERT INTO project (id, name, created_at) VALUES (?, ?, '')"
        database.write(lambda c: c.execute(add, ("a", "one")))

        def half(connection: object) -> None:
            connection.execute(add, ("b", "two"))  # type: ignore[attr-defined]
            copy_database(tmp_path / "home.db", tmp_path / "copy.db")

        database.write(half)
    assert names(tmp_path / "copy.db") == ["one"]
    assert sorted(p.name for p in tmp_path.iterdir() if "copy" in p.name) == ["copy.db"]


def test_an_open_database_is_in_use_and_a_closed_one_is_not(tmp_path: Path) -> None:
    with Database(tmp_path / "home.db", "home") as database:
        if database.journal_mode != "WAL":
            pytest.skip("without WAL nobody can tell")
        assert in_use(tmp_path / "home.db")
    assert not in_use(tmp_path / "home.db")
    assert not in_use(tmp_path / "none.db")


def test_a_file_that_is_no_database_is_not_inspected(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"this is no database " * 100)
    with pytest.raises(StorageError):
        inspect(tmp_path / "x.db")
