"""The law of a write: what is acknowledged stands in the file at the path, whatever was done to the files meanwhile."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scrubjay.errors import StorageNewer, StorageReplaced
from scrubjay.storage.database import Database
from scrubjay.storage.driver import DRIVER, Connection, connect
from scrubjay.storage.files import Looks
from scrubjay.storage.filesystem import folder_state
from scrubjay.storage.migrate import newest_version

READ = "import sys; from pathlib import Path; from scrubjay.storage.database import Database\n" + (
    "with Database(Path(sys.argv[1]), 'knowledge') as d:\n"
    " print(*d.read(lambda c: [r[0] for r in c.execute('SELECT path FROM path')]), sep='\\n')\n"
)
WRITE = "import sys; from pathlib import Path; from scrubjay.storage.database import Database\n" + (
    "with Database(Path(sys.argv[1]), 'knowledge') as d:\n"
    " d.write(lambda c: c.execute('INSERT INTO path (path) VALUES (?)', (sys.argv[2],)))\n"
)


def paths(database: Database) -> set[str]:
    return database.read(lambda c: {row[0] for row in c.execute("SELECT path FROM path")})


def there(path: Path) -> set[str]:
    """What another process finds."""
    done = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


class Files(RuleBasedStateMachine):
    """Two programs write one file while somebody deletes it, replaces it, and takes its log away."""

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "k.db"
        self.programs = [Database(self.path, "knowledge"), Database(self.path, "knowledge")]
        self.number = 0
        self.acknowledged: set[str] = set()

    def _write(self, by: int) -> None:
        self.number += 1
        key = str(self.number)
        try:
            self.programs[by].write(lambda c: c.execute("INSERT INTO path (path) VALUES (?)", (key,)))
        except StorageReplaced:
            return
        self.acknowledged.add(key)

    @rule()
    def the_first_writes(self) -> None:
        self._write(0)

    @rule()
    def the_second_writes(self) -> None:
        self._write(1)

    @rule()
    def everything_is_deleted(self) -> None:
        for file in self.folder.iterdir():
            file.unlink()
        self.acknowledged.clear()

    @rule()
    def the_file_alone_is_deleted(self) -> None:
        self.path.unlink(missing_ok=True)
        self.acknowledged.clear()

    @rule()
    def another_file_takes_its_place(self) -> None:
        other = self.folder / "other" / "k.db"
        Database(other, "knowledge").open().close()
        for extra in ("-wal", "-shm"):
            self.path.with_name(f"k.db{extra}").unlink(missing_ok=True)
        other.replace(self.path)
        shutil.rmtree(other.parent)
        self.acknowledged.clear()

    @rule()
    def it_is_moved_away_and_back(self) -> None:
        (self.folder / "away").mkdir()
        mine = sorted(self.folder.glob("k.db*"))
        for file in mine:
            file.rename(self.folder / "away" / file.name)
        self._write(0)
        for file in self.folder.glob("k.db*"):
            file.unlink()
        for file in mine:
            (self.folder / "away" / file.name).rename(file)
        (self.folder / "away").rmdir()
        self.acknowledged &= there_or_nothing(self.path)

    @invariant()
    def what_was_acknowledged_is_there(self) -> None:
        if not hasattr(self, "path") or not self.acknowledged:
            return
        with Database(self.path, "knowledge") as fresh:
            assert self.acknowledged <= paths(fresh)

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            for program in self.programs:
                program.close()
            shutil.rmtree(self.folder)


def there_or_nothing(path: Path) -> set[str]:
    with Database(path, "knowledge") as fresh:
        return paths(fresh)


TestFiles = Files.TestCase
TestFiles.settings = settings(max_examples=40, stateful_step_count=12, deadline=None)


def add(name: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute("INSERT INTO path (path) VALUES (?)", (name,))

    return work


def test_a_deleted_home_is_told_and_the_next_write_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "home" / "k.db"
    with Database(path, "knowledge") as database:
        database.write(add("a"))
        shutil.rmtree(path.parent)
        with pytest.raises(StorageReplaced, match="deleted or replaced"):
            database.write(add("b"))
        database.write(add("c"))
        assert there(path) == {"c"}


def test_a_file_that_goes_while_it_is_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "home" / "k.db"

    def work(connection: Connection) -> None:
        add("a")(connection)
        shutil.rmtree(path.parent)

    with Database(path, "knowledge") as database, pytest.raises(StorageReplaced):
        database.write(work)


def test_a_home_that_was_put_in_its_place_is_written_without_a_word(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    with Database(other / "k.db", "knowledge") as theirs:
        theirs.write(add("theirs"))
    with Database(home / "k.db", "knowledge") as database:
        database.write(add("ours"))
        assert database.is_current()
        home.rename(tmp_path / "aside")
        other.rename(home)
        assert not database.is_current()
        assert paths(database) == {"theirs"}
        database.write(add("more"))
        assert there(home / "k.db") == {"theirs", "more"}


@pytest.mark.skipif(not DRIVER.wal, reason="only WAL has a log")
@pytest.mark.parametrize("gone", [("-wal",), ("-shm",), ("-wal", "-shm")], ids=" ".join)
def test_a_log_that_was_deleted_loses_nothing_that_was_acknowledged(tmp_path: Path, gone: tuple[str, ...]) -> None:
    path = tmp_path / "k.db"
    with Database(path, "knowledge") as database:
        database.write(add("a"))
        for extra in gone:
            path.with_name(f"k.db{extra}").unlink()
        database.write(add("b"))
        assert there(path) == {"a", "b"}
        subprocess.run([sys.executable, "-c", WRITE, str(path), "c"], check=True)
        database.write(add("d"))
        assert there(path) == paths(database) == {"a", "b", "c", "d"}


@pytest.mark.skipif(not DRIVER.wal, reason="only WAL has a log")
def test_a_log_that_goes_while_it_is_written_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "k.db"

    def work(connection: Connection) -> None:
        add("a")(connection)
        path.with_name("k.db-wal").unlink()

    with Database(path, "knowledge") as database:
        database.write(work)
        assert there(path) == {"a"}


def test_a_file_that_a_newer_program_upgraded_meanwhile_is_neither_read_nor_written(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    with Database(path, "knowledge") as old:
        old.write(add("a"))
        raw = connect(path)
        raw.execute("ALTER TABLE path ADD COLUMN newer TEXT NOT NULL DEFAULT 'x'")
        raw.execute(f"PRAGMA user_version = {newest_version('knowledge') + 1}")
        with pytest.raises(StorageNewer, match="Restart"):
            old.write(add("b"))
        with pytest.raises(StorageNewer, match="Restart"):
            paths(old)
        assert [row["path"] for row in raw.execute("SELECT path FROM path")] == ["a"]
        raw.close()


def test_opening_a_file_again_in_one_process_takes_no_lock_from_who_has_it_open(tmp_path: Path) -> None:
    """Closing any descriptor of a file drops a process's locks on it; then another process deletes the log."""
    path = tmp_path / "k.db"
    with Database(path, "knowledge") as database:
        database.write(add("a"))
        Database(path, "knowledge").open()
        there(path)  # the last to close a file takes its log away
        database.write(add("b"))
        assert there(path) == {"a", "b"}
        assert not DRIVER.wal or path.with_name("k.db-wal").exists()


def test_a_folder_is_another_once_a_file_came_or_went_and_is_not_trusted_so_soon(tmp_path: Path) -> None:
    (tmp_path / "k.db-wal").touch()
    os.utime(tmp_path, ns=(1, 1))
    before = folder_state(tmp_path, Looks(racy_ns=0))
    assert before is not None
    assert before == folder_state(tmp_path, Looks(racy_ns=0))
    (tmp_path / "k.db-wal").unlink()
    assert folder_state(tmp_path, Looks(racy_ns=0)) != before
    assert folder_state(tmp_path, Looks()) is None
    assert folder_state(tmp_path / "gone", Looks(racy_ns=0)) is None
