"""Transactions that are a member's, the worker's or nobody's, and what is left of them: nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Thread
from uuid import UUID, uuid4

import psycopg
import pytest

from scrubjay.errors import NotFound
from scrubjay_team.database.connecting import Connection, TeamDatabase
from scrubjay_team.errors import TeamDatabaseRefused, TeamDatabaseSlow, TeamDatabaseUnavailable, TokenRefused
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW, grant, make_member, make_project, make_team, make_token

SETTINGS = (
    "SELECT its_team() AS team, its_member() AS member, its_role() AS role, its_scopes() AS scopes, "
    "its_projects() AS projects"
)


class Interrupted(BaseException):
    """What ends a thread in the middle of its work."""


@pytest.fixture
def digest(databases: Databases) -> bytes:
    """The token of anna, a writer of acme, which has one project that is open."""
    team = make_team(databases.owner)
    make_project(databases.owner, team)
    return make_token(databases.owner, make_member(databases.owner, team))


@pytest.fixture
def single(databases: Databases) -> Iterator[TeamDatabase]:
    """A pool of one connection, so that the next transaction has the same one."""
    with TeamDatabase(databases.addresses.app, databases.clock, connections=1) as database:
        yield database


def assert_nobodys(database: TeamDatabase) -> int:
    """The next transaction has no setting and sees no row of a team; returns the number of its connection."""
    with database.plain() as connection:
        row = connection.execute(SETTINGS).fetchone()
        assert row is not None
        assert set(row.values()) == {None}
        for table in ("team", "member", "project"):
            assert connection.execute(f"SELECT FROM {table}").fetchall() == []
        row = connection.execute("SHOW statement_timeout").fetchone()
        assert row == {"statement_timeout": "10s"}
        return connection.info.backend_pid


def pid_of(connection: Connection) -> int:
    return connection.info.backend_pid


def test_a_transaction_is_its_members_and_sees_what_is_granted(databases: Databases) -> None:
    team = make_team(databases.owner)
    member = make_member(databases.owner, team)
    opened = make_project(databases.owner, team, "shop")
    closed = make_project(databases.owner, team, "vault", open=False)
    digest = make_token(databases.owner, member)
    with databases.app.entered(digest) as entered:
        assert entered.caller.member_name == "anna"
        assert entered.caller.team_name == "acme"
        assert entered.caller.role == "writer"
        assert entered.caller.scopes == ("search", "remember", "handoff")
        assert entered.caller.projects == (opened,)
        assert [row["id"] for row in entered.connection.execute("SELECT id FROM project")] == [opened]
        row = entered.connection.execute(SETTINGS).fetchone()
        assert row == {
            "team": team, "member": member, "role": "writer", "scopes": ["search", "remember", "handoff"],
            "projects": [opened],
        }  # fmt: skip
    grant(databases.owner, closed, member)
    with databases.app.entered(digest) as entered:
        assert entered.caller.projects == (opened, closed)


def test_a_token_narrows_what_its_member_is_granted_and_never_widens_it(databases: Databases) -> None:
    team = make_team(databases.owner)
    member = make_member(databases.owner, team)
    first = make_project(databases.owner, team, "shop")
    make_project(databases.owner, team, "web")
    closed = make_project(databases.owner, team, "vault", open=False)
    other = make_project(databases.owner, make_team(databases.owner, "rivals"), "shop")
    digest = make_token(databases.owner, member, projects=[first, closed, other])
    with databases.app.entered(digest) as entered:
        assert entered.caller.projects == (first,)


@pytest.mark.parametrize("digest", [b"", b"x", b"\0" * 32])
def test_an_unknown_token_is_refused_and_leaves_nothing(single: TeamDatabase, digest: bytes) -> None:
    with pytest.raises(TokenRefused), single.entered(digest):
        pass
    assert_nobodys(single)


def test_a_token_is_valid_from_its_first_moment_to_its_last(databases: Databases, digest: bytes) -> None:
    for days in (0, 29):
        databases.clock.now = NOW + timedelta(days=days)
        with databases.app.entered(digest):
            pass
    for days in (-1, 30):
        databases.clock.now = NOW + timedelta(days=days)
        with pytest.raises(TokenRefused), databases.app.entered(digest):
            pass


@pytest.mark.parametrize(
    "act",
    [
        "UPDATE access_token SET revoked_at = created_at",
        "UPDATE member SET removed_at = created_at",
        "DELETE FROM member",
    ],
)
def test_what_ends_a_token_ends_it_from_the_next_transaction_on(databases: Databases, digest: bytes, act: str) -> None:
    with databases.app.entered(digest), databases.owner.transaction() as connection:
        connection.execute(act)
    with pytest.raises(TokenRefused), databases.app.entered(digest):
        pass


def test_a_transaction_that_lasts_holds_up_neither_a_revocation_nor_another_call(
    databases: Databases, digest: bytes
) -> None:
    with databases.app.entered(digest), databases.app.entered(digest), databases.owner.transaction() as connection:
        connection.execute("SET LOCAL lock_timeout = '1s'")
        connection.execute("UPDATE access_token SET revoked_at = created_at")


def test_the_use_of_a_token_is_noted_once_a_minute(databases: Databases, digest: bytes) -> None:
    def used() -> object:
        with databases.owner.transaction() as connection:
            row = connection.execute("SELECT last_used_at FROM access_token").fetchone()
        assert row is not None
        return row["last_used_at"]

    assert used() is None
    for seconds, noted in ((0, 0), (30, 0), (61, 61)):
        databases.clock.now = NOW + timedelta(seconds=seconds)
        with databases.app.entered(digest):
            pass
        assert used() == NOW + timedelta(seconds=noted)


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


def test_the_worker_is_of_one_project_with_more_time(databases: Databases) -> None:
    team = make_team(databases.owner)
    project = make_project(databases.owner, team)
    other = make_project(databases.owner, team, "web")
    with databases.app.working(project) as work:
        row = work.connection.execute(SETTINGS).fetchone()
        assert row == {"team": team, "member": None, "role": "worker", "scopes": None, "projects": [project]}
        assert work.team == team
        assert work.connection.execute("SHOW statement_timeout").fetchone() == {"statement_timeout": "10min"}
        assert [one["id"] for one in work.connection.execute("SELECT id FROM project")] == [project]
    with databases.app.working(other) as second:
        assert second.number != work.number


def test_a_removed_project_is_still_the_workers_and_an_unknown_one_is_nobodys(
    databases: Databases, single: TeamDatabase
) -> None:
    project = make_project(databases.owner, make_team(databases.owner))
    with databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = created_at")
    with single.working(project):
        pass
    with pytest.raises(NotFound, match="no project"), single.working(uuid4()):
        pass
    assert_nobodys(single)


def test_what_one_transaction_writes_is_undone_by_an_exception(databases: Databases, digest: bytes) -> None:
    with pytest.raises(psycopg.errors.UndefinedTable), databases.owner.transaction() as connection:
        connection.execute("UPDATE team SET name = 'other'").connection.execute("SELECT * FROM nowhere")
    with databases.app.entered(digest) as entered:
        assert entered.caller.team_name == "acme"
        assert isinstance(entered.caller.team, UUID)
