"""A PostgreSQL that isn't embedded: what is refused, why, and what to do next."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from scrubjay.model.frozen import replace
from scrubjay_team.database.checks import (
    DatabaseFacts,
    check_app,
    check_owner,
    role_refusal,
    schema_refusal,
    server_refusal,
)
from scrubjay_team.errors import TeamDatabaseRefused, TeamDatabaseUnavailable
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW

RIGHT = DatabaseFacts(
    version=180006, standby=False, read_only=False, now=NOW, vector="0.8.6", vector_schema="public",
    role="scrubjay_app", superuser=False, bypasses=False, creates_roles=False, of_owner=False, of_finder=False,
    of_app=True, owns=False, schema=True,
)  # fmt: skip


def now() -> datetime:
    return datetime.now(UTC)


def test_the_right_server_and_role_are_not_refused() -> None:
    assert server_refusal(RIGHT, NOW) == role_refusal(RIGHT) == schema_refusal(RIGHT) == ""
    assert server_refusal(replace(RIGHT, version=160000, vector="0.8.0"), NOW + timedelta(minutes=5)) == ""


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"version": 150004}, "PostgreSQL 15, and a team's database needs 16"),
        ({"standby": True}, "is a standby"),
        ({"read_only": True}, "is set to read only"),
        ({"vector": None}, "CREATE EXTENSION vector"),
        ({"vector": "0.7.4"}, "pgvector 0.7.4, and 0.8 or newer"),
        ({"vector_schema": "tools"}, "SET SCHEMA public"),
        ({"now": NOW + timedelta(minutes=6)}, "6 minutes apart"),
        ({"now": NOW - timedelta(minutes=90)}, "90 minutes apart"),
    ],
)
def test_a_server_that_cannot_hold_a_teams_database_is_refused(wrong: dict[str, Any], words: str) -> None:
    assert words in server_refusal(replace(RIGHT, **wrong), NOW)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"superuser": True}, "is a superuser"),
        ({"bypasses": True}, "BYPASSRLS"),
        ({"creates_roles": True}, "may create roles"),
        ({"owns": True}, "owns tables"),
        ({"of_owner": True}, "member of scrubjay_owner"),
        ({"of_finder": True}, "member of scrubjay_finder"),
        ({"of_app": False}, "isn't scrubjay_app"),
    ],
)
def test_a_role_that_may_do_too_much_or_nothing_is_refused(wrong: dict[str, Any], words: str) -> None:
    assert words in role_refusal(replace(RIGHT, **wrong))


def test_a_database_without_a_schema_names_the_command_that_makes_it() -> None:
    assert "scrubjay team init" in schema_refusal(replace(RIGHT, schema=False))
    assert role_refusal(replace(RIGHT, schema=False, of_app=False)) == ""


def test_the_app_and_the_owner_are_accepted_each_in_its_place(databases: Databases) -> None:
    check_app(databases.addresses.app, now())
    check_owner(databases.addresses.owner, now())
    with pytest.raises(TeamDatabaseRefused, match="owns tables"):
        check_app(databases.addresses.owner, now())
    with pytest.raises(TeamDatabaseRefused, match="isn't scrubjay_owner"):
        check_owner(databases.addresses.app, now())


def test_a_superuser_and_an_empty_database_are_refused(databases: Databases) -> None:
    with pytest.raises(TeamDatabaseRefused, match="is a superuser"):
        check_app(databases.addresses.superuser, now())
    with pytest.raises(TeamDatabaseRefused, match="no schema scrubjay yet"):
        check_app(make_conninfo(databases.addresses.app, dbname="template1"), now())


@pytest.mark.parametrize(
    ("grant", "words"),
    [
        ("GRANT scrubjay_owner TO meddler", "member of scrubjay_owner"),
        ("GRANT scrubjay_finder TO meddler WITH INHERIT FALSE, SET TRUE", "member of scrubjay_finder"),
        ("ALTER ROLE meddler BYPASSRLS", "BYPASSRLS"),
        ("ALTER ROLE meddler CREATEROLE", "may create roles"),
    ],
)
def test_a_role_in_a_real_database_that_may_too_much_is_refused(databases: Databases, grant: str, words: str) -> None:
    with psycopg.connect(databases.addresses.superuser, autocommit=True) as admin:
        admin.execute("CREATE ROLE meddler LOGIN PASSWORD 'x' IN ROLE scrubjay_app")
        try:
            meddler = make_conninfo(databases.addresses.app, user="meddler", password="x")
            check_app(meddler, now())
            admin.execute(grant)
            with pytest.raises(TeamDatabaseRefused, match=words):
                check_app(meddler, now())
        finally:
            admin.execute("DROP ROLE meddler")


def test_an_older_and_a_newer_schema_are_refused(databases: Databases) -> None:
    with databases.owner.transaction() as connection:
        connection.execute("INSERT INTO migration (number, name, digest) VALUES (9999, 'later', 'x')")
    with pytest.raises(TeamDatabaseRefused, match="schema 9999"):
        check_app(databases.addresses.app, now())
    with databases.owner.transaction() as connection:
        connection.execute("DELETE FROM migration")
    with pytest.raises(TeamDatabaseRefused, match="needs schema"):
        check_app(databases.addresses.app, now())


def test_a_clock_that_is_off_is_told(databases: Databases) -> None:
    with pytest.raises(TeamDatabaseRefused, match="minutes apart"):
        check_app(databases.addresses.app, now() + timedelta(minutes=7))


def test_a_wrong_password_and_an_unreachable_server_are_told_without_the_password(databases: Databases) -> None:
    for wrong in (
        make_conninfo(databases.addresses.app, password="heron"),
        "postgresql://scrubjay_app:heron@127.0.0.1:9/scrubjay",
        "postgresql://scrubjay_app:heron@no-such-host.invalid/scrubjay",
    ):
        with pytest.raises(TeamDatabaseUnavailable, match="can't be reached") as told:
            check_app(wrong, now())
        assert "heron" not in str(told.value)


@pytest.mark.parametrize(
    "text", ["heron", "postgresql://u:heron@[::1", "user=x password='heron", "postgres://%zz:heron@h/"]
)
def test_a_dsn_that_cannot_be_read_is_refused_without_a_word_of_it(text: str) -> None:
    with pytest.raises(TeamDatabaseRefused, match="can't be read") as told:
        check_app(text, now())
    assert "heron" not in str(told.value)
