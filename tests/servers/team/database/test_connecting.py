"""The app's connections: what is left of a transaction for the next one (nothing), and what is told of a failure."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from uuid import UUID

import psycopg
import pytest

from scrubjay_team.database.connecting import Connection, TeamDatabase
from scrubjay_team.errors import TeamDatabaseRefused, TeamDatabaseSlow, TeamDatabaseUnavailable
from tests.servers.team.conftest import Databases
from tests.servers.team.database.conftest import SETTINGS, assert_nobodys


class Interrupted(BaseException):
    """What ends a thread in the middle of its work."""


def pid_of(connection: Connection) -> int:
    return connection.info.backend_pid


def test_the_next_user_of_a_connection_has_no_settings(single: TeamDatabase, digest: bytes) -> None:
    with single.entered(digest) as entered:
        pid = pid_of(entered.connection)
    assert assert_nobodys(single) == pid


def test_an_exception_undoes_the_transaction_and_leaves_no_settings(single: TeamDatabase, digest: bytes) -> None:
    pid = assert_nobodys(single)
    for error in (ValueError, Interrupted, KeyboardInterrupt, SystemExit, GeneratorExit):
        with pytest.raises(error), single.entered(digest):
            raise error
        assert assert_nobodys(single) == pid


def test_a_mistake_in_a_statement_leaves_no_settings(single: TeamDatabase, digest: bytes) -> None:
    pid = assert_nobodys(single)
    with pytest.raises(psycopg.errors.UndefinedTable), single.entered(digest) as entered:
        entered.connection.execute("SELECT * FROM nowhere")
    assert assert_nobodys(single) == pid


def test_an_inner_transaction_that_is_undone_leaves_no_settings(single: TeamDatabase, digest: bytes) -> None:
    with single.entered(digest) as entered:
        pid = pid_of(entered.connection)
        with pytest.raises(ValueError, match="x"), entered.connection.transaction():
            raise ValueError("x")
        row = entered.connection.execute(SETTINGS).fetchone()
        assert row is not None
        assert row["role"] == "writer"
    assert assert_nobodys(single) == pid


def test_a_cancelled_statement_is_told_and_leaves_no_settings(
    single: TeamDatabase, databases: Databases, digest: bytes
) -> None:
    pid = assert_nobodys(single)
    with (
        when_asleep(databases, pid, "pg_cancel_backend"),
        pytest.raises(TeamDatabaseSlow, match="took too long"),
        single.entered(digest) as entered,
    ):
        entered.connection.execute("SELECT pg_sleep(30)")
    assert assert_nobodys(single) == pid


def test_a_connection_that_is_lost_is_told_and_replaced(
    single: TeamDatabase, databases: Databases, digest: bytes
) -> None:
    pid = assert_nobodys(single)
    with (
        when_asleep(databases, pid, "pg_terminate_backend"),
        pytest.raises(TeamDatabaseUnavailable),
        single.entered(digest) as entered,
    ):
        entered.connection.execute("SELECT pg_sleep(30)")
    assert assert_nobodys(single) != pid


def test_a_connection_that_was_lost_while_nobody_used_it_is_replaced_unnoticed(
    single: TeamDatabase, databases: Databases, digest: bytes
) -> None:
    with single.entered(digest) as entered:
        pid = pid_of(entered.connection)
    with psycopg.connect(databases.addresses.superuser, autocommit=True) as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    with single.entered(digest) as entered:
        assert pid_of(entered.connection) != pid


@contextmanager
def when_asleep(databases: Databases, pid: int, act: str) -> Iterator[None]:
    """Call a function of PostgreSQL on a connection as soon as that one sleeps."""
    asleep = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event = 'PgSleep'"

    def run() -> None:
        with psycopg.connect(databases.addresses.superuser, autocommit=True) as admin:
            while not admin.execute(asleep, [pid]).fetchone():
                pass
            admin.execute(f"SELECT {act}(%s)", [pid])

    thread = Thread(target=run)
    thread.start()
    yield
    thread.join()


def test_all_connections_in_use_is_told(single: TeamDatabase, digest: bytes) -> None:
    with single.entered(digest), pytest.raises(TeamDatabaseUnavailable, match="All 1 connections"), single.plain():
        pass
    assert_nobodys(single)


def test_a_database_that_is_not_there_is_told_without_its_password(databases: Databases) -> None:
    dsn = "host=/nowhere user=scrubjay_app password=heron dbname=x"
    with TeamDatabase(dsn, databases.clock) as database:
        with pytest.raises(TeamDatabaseUnavailable, match=r"/nowhere.*scrubjay team status") as told, database.plain():
            pass
        assert "heron" not in str(told.value)


def test_a_dsn_that_cannot_be_read_is_not_quoted(databases: Databases) -> None:
    with TeamDatabase("heron", databases.clock) as database:
        with pytest.raises(TeamDatabaseRefused, match="can't be read") as told, database.plain():
            pass
        assert "heron" not in str(told.value)


def test_after_the_end_no_transaction_begins(databases: Databases, digest: bytes) -> None:
    for used in (True, False):
        database = TeamDatabase(databases.addresses.app, databases.clock)
        if used:
            with database.entered(digest):
                pass
        database.close()
        database.close()
        with pytest.raises(TeamDatabaseUnavailable, match="is ending"), database.entered(digest):
            pass


def test_what_one_transaction_writes_is_undone_by_an_exception(databases: Databases, digest: bytes) -> None:
    with pytest.raises(psycopg.errors.UndefinedTable), databases.owner.transaction() as connection:
        connection.execute("UPDATE team SET name = 'other'").connection.execute("SELECT * FROM nowhere")
    with databases.app.entered(digest) as entered:
        assert entered.caller.team_name == "acme"
        assert isinstance(entered.caller.team, UUID)
