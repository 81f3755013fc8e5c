"""One snapshot for several reads of a thread: what it sees, what it doesn't, and when it ends."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scrubjay.errors import StorageError
from scrubjay.storage.database import Database, snapshots
from scrubjay.storage.driver import Connection


def add(connection: Connection, worktree: str) -> None:
    connection.execute(
        "INSERT INTO prepared (worktree, branch, head, task_version, state, knowledge, text, at, hidden)"
        " VALUES (?, 'main', '', 0, '', '', '', '', '[]')",
        (worktree,),
    )


def rows(database: Database) -> int:
    return int(database.read(lambda c: c.execute("SELECT count(*) FROM prepared").fetchone()[0]))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "session.db", "session") as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path, database: Database) -> Iterator[Database]:
    """The same file in another process, as far as SQLite can tell."""
    with Database(tmp_path / "session.db", "session") as opened:
        yield opened


def test_all_reads_of_a_block_see_what_the_first_one_saw(database: Database, other: Database) -> None:
    with database.snapshot():
        assert rows(database) == 0
        other.write(lambda c: add(c, "a"))
        assert rows(database) == 0
    assert rows(database) == 1


def test_what_is_committed_before_the_first_read_is_seen(database: Database, other: Database) -> None:
    with database.snapshot():
        other.write(lambda c: add(c, "a"))
        assert rows(database) == 1


def test_the_next_read_sees_what_its_own_thread_wrote(database: Database) -> None:
    with database.snapshot():
        assert rows(database) == 0
        database.write(lambda c: add(c, "a"))
        assert rows(database) == 1


def test_a_block_in_a_block_shares_its_snapshot(database: Database, other: Database) -> None:
    with snapshots([database]):
        assert rows(database) == 0
        with snapshots([database]):
            other.write(lambda c: add(c, "a"))
            assert rows(database) == 0
        assert rows(database) == 0


def test_another_thread_has_its_own(database: Database, other: Database) -> None:
    with database.snapshot(), ThreadPoolExecutor(1) as beside:
        assert rows(database) == 0
        other.write(lambda c: add(c, "a"))
        assert beside.submit(rows, database).result() == 1
        assert rows(database) == 0


def test_a_read_within_a_read_is_apart_and_leaves_the_snapshot_as_it_is(database: Database, other: Database) -> None:
    with database.snapshot():
        assert rows(database) == 0
        other.write(lambda c: add(c, "a"))
        assert database.read(lambda _: rows(database)) == 1
        assert rows(database) == 0


def test_a_read_that_writes_within_keeps_its_snapshot(database: Database) -> None:
    def work(connection: Connection) -> int:
        before = connection.execute("SELECT count(*) FROM prepared").fetchone()[0]
        database.write(lambda c: add(c, "a"))
        after = connection.execute("SELECT count(*) FROM prepared").fetchone()[0]
        return int(after) - int(before)

    with database.snapshot():
        assert database.read(work) == 0


def test_after_a_failure_the_block_reads_on(database: Database) -> None:
    with database.snapshot():
        assert rows(database) == 0
        with pytest.raises(StorageError):
            database.read(lambda c: c.execute("SELECT nothing FROM nowhere"))
        assert rows(database) == 0


def test_a_snapshot_that_ended_keeps_the_log_from_nobody(database: Database) -> None:
    database.write(lambda c: add(c, "a"))
    with database.snapshot():
        assert rows(database) == 1
        assert database.truncate_log()
    assert database.truncate_log()


def test_the_files_of_a_database_are_looked_at_once_in_a_block(database: Database, tmp_path: Path) -> None:
    with database.snapshot():
        assert rows(database) == 0
        before = database.version()
        (tmp_path / "session.db").rename(tmp_path / "elsewhere.db")
        assert database.version() == before
        (tmp_path / "elsewhere.db").rename(tmp_path / "session.db")
    assert rows(database) == 0


def test_what_follows_from_a_commit_is_read_again_after_the_next_one(database: Database, other: Database) -> None:
    asked: list[int] = []

    def counted(connection: Connection) -> int:
        def read() -> int:
            asked.append(1)
            return int(connection.execute("SELECT count(*) FROM prepared").fetchone()[0])

        return connection.once("rows", read)

    assert [database.read(counted), database.read(counted), len(asked)] == [0, 0, 1]
    other.write(lambda c: add(c, "a"))
    assert [database.read(counted), len(asked)] == [1, 2]
    database.write(lambda c: add(c, "b"))
    assert [database.read(counted), len(asked)] == [2, 3]


def test_a_write_reads_what_it_has_written_each_time(database: Database) -> None:
    def work(connection: Connection) -> list[int]:
        counts = []
        for name in "ab":
            add(connection, name)
            counts.append(
                connection.once("rows", lambda: connection.execute("SELECT count(*) FROM prepared").fetchone()[0])
            )
        return counts

    assert database.write(work) == [1, 2]
