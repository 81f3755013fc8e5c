"""Transactions that are a member's, the worker's or nobody's, and what is left of them: nothing."""

from datetime import timedelta

import pytest

from scrubjay_team.database.connecting import Connection, TeamDatabase
from scrubjay_team.errors import TokenRefused
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import grant, make_member, make_project, make_team, make_token

SETTINGS = (
    "SELECT its_team() AS team, its_member() AS member, its_role() AS role, its_scopes() AS scopes, "
    "its_projects() AS projects"
)


def assert_nobodys(connection: Connection) -> None:
    """A transaction without a setting, that sees nobody's rows."""
    row = connection.execute(SETTINGS).fetchone()
    assert row is not None
    assert set(row.values()) == {None}
    assert connection.execute("SELECT FROM team").fetchall() == []


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
        assert entered.caller.projects == (opened,)
        assert [row["id"] for row in entered.connection.execute("SELECT id FROM project")] == [opened]
        row = entered.connection.execute(SETTINGS).fetchone()
        assert row is not None
        assert (row["team"], row["member"], row["role"]) == (team, member, "writer")
        assert row["scopes"] == ["search", "remember", "handoff"]
    grant(databases.owner, closed, member)
    with databases.app.entered(digest) as entered:
        assert entered.caller.projects == (opened, closed)


def test_a_token_that_expired_is_refused(databases: Databases) -> None:
    digest = make_token(databases.owner, make_member(databases.owner, make_team(databases.owner)))
    databases.clock.now += timedelta(days=31)
    with pytest.raises(TokenRefused), databases.app.entered(digest):
        pass


def test_the_next_user_of_a_connection_has_no_settings(databases: Databases) -> None:
    digest = make_token(databases.owner, make_member(databases.owner, make_team(databases.owner)))
    with TeamDatabase(databases.addresses.app, databases.clock, connections=1) as single:
        with single.entered(digest) as entered:
            pid = entered.connection.info.backend_pid
        with single.plain() as connection:
            assert connection.info.backend_pid == pid
            assert_nobodys(connection)
