"""The step that brings a database up to date needs no person, begins no team, and says what is missing."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from scrubjay_team.database.migrate import landed_migrations, migrate, migrations
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.place import OWNER_VARIABLE, TeamOptions, team_place
from tests import persons
from tests.servers.team.commands.conftest import OwnersCommands
from tests.shared.cli.conftest import Scrubjay

NEWEST = migrations()[-1].number


@pytest.fixture
def older(postgres: EmbeddedPostgres) -> Iterator[str]:
    """The owner's DSN of a database whose schema lacks the newest step."""
    its = postgres.passwords
    make_database(postgres.addresses.superuser, "older", RolePasswords(its.owner, its.app, its.worker))
    owner = make_conninfo(postgres.addresses.owner, dbname="older")
    migrate(OwnerDatabase(owner), migrations()[:-1])
    yield owner
    with psycopg.connect(postgres.addresses.superuser, autocommit=True) as admin:
        admin.execute("DROP DATABASE older WITH (FORCE)")


def test_a_script_that_nobody_trusts_brings_an_older_database_up_to_date(
    older: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    home = {"SCRUBJAY_HOME": str(tmp_path / "home"), OWNER_VARIABLE: older}
    words = ("team", "migrate", "--json")
    for _ in range(2):
        done = persons.scrubjay(tmp_path, environment | home, *words)
        assert (done.code, json.loads(done.said)) == (0, {"schema": NEWEST})
    with OwnerDatabase(older).transaction() as connection:
        assert [one.number for one in landed_migrations(connection)][-1] == NEWEST
        assert connection.execute("SELECT FROM team").fetchall() == []
    refused = persons.scrubjay(tmp_path, environment | home, "team", "init")
    assert (refused.code, "Only a person may begin a team" in refused.said) == (2, True)


def test_one_that_is_up_to_date_stays_as_it_is(team: OwnersCommands) -> None:
    assert team.ok("migrate") == f"up to date: schema {NEWEST}\n"
    assert [one["name"] for one in team.json("status")["teams"]] == ["acme"]


def test_where_no_server_was_set_up_nothing_is_made(
    anywhere: Callable[[Path], Scrubjay], trusted: Path, tmp_path: Path
) -> None:
    done = anywhere(tmp_path)("team", "migrate")
    assert (done.code, "scrubjay team init NAME" in done.err) == (3, True)
    place = team_place({"SCRUBJAY_HOME": str(trusted.parent)}, TeamOptions())
    assert not place.data.exists()
