"""A member's token, a pool of one connection, and how a transaction of nobody is known."""

from collections.abc import Iterator

import pytest

from scrubjay_team.database.connecting import TeamDatabase
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_project, make_team, make_token

SETTINGS = (
    "SELECT its_team() AS team, its_member() AS member, its_role() AS role, its_scopes() AS scopes, "
    "its_projects() AS projects"
)


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
