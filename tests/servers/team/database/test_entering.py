"""Whose a transaction is: a member's by a valid token, with what is granted at that moment, or the worker's."""

from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest
from psycopg.rows import dict_row

from scrubjay.errors import NotFound
from scrubjay_team.database.connecting import Connection, TeamDatabase
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.errors import TokenRefused
from scrubjay_team.people.secret import digest_of
from tests.servers.team.conftest import Databases
from tests.servers.team.database.conftest import SETTINGS, assert_nobodys
from tests.servers.team.makers import NOW, grant, make_member, make_project, make_session, make_team, make_token


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


def test_the_worker_is_of_one_project_with_more_time(databases: Databases) -> None:
    team = make_team(databases.owner)
    project = make_project(databases.owner, team)
    other = make_project(databases.owner, team, "web")
    with databases.worker.working(project) as work:
        row = work.connection.execute(SETTINGS).fetchone()
        assert row == {"team": team, "member": None, "role": "worker", "scopes": None, "projects": [project]}
        assert work.team == team
        assert work.connection.execute("SHOW statement_timeout").fetchone() == {"statement_timeout": "10min"}
        assert [one["id"] for one in work.connection.execute("SELECT id FROM project")] == [project]
    with databases.worker.working(other) as second:
        assert second.number != work.number


def test_a_removed_project_is_still_the_workers_and_an_unknown_one_is_nobodys(
    databases: Databases, single: TeamDatabase
) -> None:
    project = make_project(databases.owner, make_team(databases.owner))
    with databases.owner.transaction() as connection:
        connection.execute("UPDATE project SET removed_at = created_at")
    with WorkerDatabase(databases.addresses.worker, connections=1) as worker:
        with worker.working(project):
            pass
        with pytest.raises(NotFound, match="no project"), worker.working(uuid4()):
            pass
        with worker.plain() as connection:
            assert connection.execute(SETTINGS).fetchone() == dict.fromkeys(
                ("team", "member", "role", "scopes", "projects")
            )
            assert connection.execute("SELECT id FROM project").fetchall() == []


def test_what_a_statement_sets_for_its_session_ends_with_its_transaction(
    databases: Databases, single: TeamDatabase
) -> None:
    team = make_team(databases.owner)
    project = make_project(databases.owner, team)
    digest = make_token(databases.owner, make_member(databases.owner, team))
    with single.entered(digest) as entered:
        entered.connection.execute(
            "SELECT set_config('scrubjay.team', %s, false), set_config('scrubjay.projects', %s, false), "
            "set_config('scrubjay.member', %s, false), set_config('search_path', 'pg_catalog', false), "
            "set_config('statement_timeout', '0', false), pg_advisory_lock(1)",
            [str(team), f"{{{project}}}", str(entered.caller.member)],
        )
        entered.connection.execute("DECLARE kept CURSOR WITH HOLD FOR SELECT 1")
    assert_nobodys(single)
    with single.plain() as connection:
        assert connection.execute("SHOW statement_timeout").fetchone() == {"statement_timeout": "10s"}
        assert connection.execute("SELECT FROM pg_locks WHERE locktype = 'advisory'").fetchone() is None
        assert connection.execute("SELECT FROM pg_cursors").fetchone() is None


def test_what_a_pooler_leaves_of_a_session_is_of_nobody_either(databases: Databases) -> None:
    team = make_team(databases.owner)
    with psycopg.connect(databases.addresses.app, row_factory=dict_row, autocommit=True) as connection:
        connection.execute("SELECT set_config('scrubjay.team', %s, false)", [str(team)])
        with connection.transaction():
            connection.execute("SELECT leave()")
            assert connection.execute("SELECT its_team() AS team").fetchone() == {"team": None}
        assert connection.execute("SELECT its_team() AS team").fetchone() == {"team": None}
        connection.execute("SELECT set_config('scrubjay.team', %s, false)", [str(team)])
        with connection.transaction():
            assert connection.execute("SELECT FROM enter('x'::bytea, now())").fetchone() is None
        assert connection.execute("SELECT FROM team").fetchone() is None


@pytest.mark.parametrize("digest", [b"", b"x", b"\0" * 32])
def test_an_unknown_token_is_refused_and_leaves_nothing(single: TeamDatabase, digest: bytes) -> None:
    with pytest.raises(TokenRefused), single.entered(digest):
        pass
    assert_nobodys(single)


def person(connection: Connection) -> object:
    row = connection.execute("SELECT its_person() AS person").fetchone()
    assert row is not None
    return row["person"]


def test_a_session_makes_a_transaction_a_person_s_and_leaves_none(databases: Databases, single: TeamDatabase) -> None:
    team = make_team(databases.owner)
    member = make_member(databases.owner, team)
    opened, closed = make_project(databases.owner, team), make_project(databases.owner, team, "vault", open=False)
    session, token = digest_of(make_session(databases.owner, member)), make_token(databases.owner, member)
    with single.entered(session, person=True) as entered:
        assert person(entered.connection) is True
        assert entered.caller.person
        assert entered.caller.projects == (opened,)
    assert_nobodys(single)
    with single.entered(token) as entered:
        assert person(entered.connection) is False
        assert not entered.caller.person
    with single.plain() as connection:
        assert person(connection) is False
    grant(databases.owner, closed, member)
    with single.entered(session, person=True) as entered:
        assert entered.caller.projects == (opened, closed)


def test_a_token_is_no_session_and_a_session_no_token(databases: Databases) -> None:
    member = make_member(databases.owner, make_team(databases.owner))
    session, token = digest_of(make_session(databases.owner, member)), make_token(databases.owner, member)
    for digest, as_person in ((session, False), (token, True)):
        with pytest.raises(TokenRefused), databases.app.entered(digest, person=as_person):
            pass


@pytest.mark.parametrize(
    "act",
    [
        "UPDATE page_session SET ended_at = created_at",
        "UPDATE member SET removed_at = created_at",
        "UPDATE page_session SET expires_at = created_at",
        "DELETE FROM member",
    ],
)
def test_what_ends_a_session_ends_it_from_the_next_transaction_on(databases: Databases, act: str) -> None:
    member = make_member(databases.owner, make_team(databases.owner))
    session = digest_of(make_session(databases.owner, member))
    with databases.app.entered(session, person=True), databases.owner.transaction() as connection:
        connection.execute(act)
    with pytest.raises(TokenRefused), databases.app.entered(session, person=True):
        pass
