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
    check_worker,
    role_refusal,
    schema_refusal,
    server_refusal,
)
from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.errors import TeamDatabaseRefused, TeamDatabaseUnavailable
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW

APP, WORKER = "scrubjay_app", "scrubjay_worker"
RIGHT = DatabaseFacts(
    version=180006, standby=False, read_only=False, now=NOW, vector="0.8.6", vector_schema="public",
    role="scrubjay_app", superuser=False, of_roles=(), attributes=(), owns=False, open_tables=(), schema=True,
)  # fmt: skip


def now() -> datetime:
    return datetime.now(UTC)


def test_the_right_server_and_role_are_not_refused() -> None:
    assert server_refusal(RIGHT, NOW) == role_refusal(RIGHT, APP) == schema_refusal(RIGHT) == ""
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
        ({"attributes": ("is a superuser",)}, "is a superuser"),
        ({"owns": True}, "owns tables"),
        ({"of_roles": (APP, "scrubjay_owner")}, "member of scrubjay_owner"),
        ({"of_roles": ("pg_read_all_data",)}, "member of pg_read_all_data"),
        ({"role": "other"}, "isn't scrubjay_app"),
        ({"role": WORKER}, "isn't scrubjay_app"),
    ],
)
def test_a_role_that_may_do_too_much_or_nothing_is_refused(wrong: dict[str, Any], words: str) -> None:
    assert words in role_refusal(replace(RIGHT, **wrong), APP)


def test_a_database_without_a_schema_names_the_command_that_makes_it() -> None:
    assert "scrubjay team init" in schema_refusal(replace(RIGHT, schema=False))
    assert role_refusal(replace(RIGHT, schema=False, role="other"), APP) == ""


def test_a_role_of_somebodys_own_is_right_as_a_member_of_ours_alone() -> None:
    assert role_refusal(replace(RIGHT, role="mine", of_roles=(APP,)), APP) == ""
    assert role_refusal(replace(RIGHT, role="mine", of_roles=(WORKER,)), WORKER) == ""
    assert "member of scrubjay_worker" in role_refusal(replace(RIGHT, role="mine", of_roles=(APP, WORKER)), APP)


def test_each_role_is_accepted_in_its_place(databases: Databases) -> None:
    check_app(databases.addresses.app, now())
    check_worker(databases.addresses.worker, now())
    check_owner(databases.addresses.owner, now())
    with pytest.raises(TeamDatabaseRefused, match="isn't scrubjay_worker"):
        check_worker(databases.addresses.app, now())
    with pytest.raises(TeamDatabaseRefused, match="isn't scrubjay_app"):
        check_app(databases.addresses.worker, now())
    with pytest.raises(TeamDatabaseRefused, match="owns tables"):
        check_app(databases.addresses.owner, now())
    with pytest.raises(TeamDatabaseRefused, match="isn't scrubjay_owner"):
        check_owner(databases.addresses.app, now())


def test_a_superuser_and_an_empty_database_are_refused(databases: Databases) -> None:
    with pytest.raises(TeamDatabaseRefused, match="is a superuser"):
        check_app(databases.addresses.superuser, now())
    with psycopg.connect(databases.addresses.superuser, autocommit=True) as admin:
        admin.execute("CREATE DATABASE nothing TEMPLATE template0")
        try:
            with pytest.raises(TeamDatabaseRefused, match="no schema scrubjay yet"):
                check_app(make_conninfo(databases.addresses.app, dbname="nothing"), now())
        finally:
            admin.execute("DROP DATABASE nothing WITH (FORCE)")


@pytest.mark.parametrize(
    ("grant", "words"),
    [
        ("GRANT scrubjay_owner TO meddler", "member of scrubjay_owner"),
        ("GRANT scrubjay_finder TO meddler WITH INHERIT FALSE, SET TRUE", "member of scrubjay_finder"),
        ("ALTER ROLE meddler BYPASSRLS", "BYPASSRLS"),
        ("ALTER ROLE meddler CREATEROLE", "may create roles"),
        ("ALTER ROLE meddler CREATEDB", "may create databases"),
        ("ALTER ROLE meddler REPLICATION", "REPLICATION"),
        ("GRANT pg_execute_server_program TO meddler", "member of pg_execute_server_program"),
        ("GRANT pg_read_all_data TO meddler WITH INHERIT FALSE", "member of pg_read_all_data"),
        ("GRANT pg_monitor TO meddler", "member of pg_monitor"),
        ("GRANT scrubjay_worker TO meddler", "member of scrubjay_worker"),
        ("CREATE ROLE boss SUPERUSER; CREATE ROLE between ROLE meddler; GRANT boss TO between", "is a superuser"),
        ("CREATE ROLE boss BYPASSRLS; GRANT boss TO meddler WITH SET FALSE, INHERIT FALSE", "BYPASSRLS"),
        ("CREATE ROLE between; GRANT between TO scrubjay_app", "member of between"),
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
            admin.execute("DROP ROLE IF EXISTS meddler, boss, between")


@pytest.mark.parametrize("change", ["DISABLE ROW LEVEL SECURITY", "NO FORCE ROW LEVEL SECURITY"])
def test_a_table_that_shows_its_rows_to_anybody_is_named_with_what_heals_it(databases: Databases, change: str) -> None:
    with databases.owner.transaction() as connection:
        connection.execute(f"ALTER TABLE memory {change}")
    for check, dsn in (
        (check_app, databases.addresses.app), (check_worker, databases.addresses.worker),
        (check_owner, databases.addresses.owner),
    ):  # fmt: skip
        with pytest.raises(TeamDatabaseRefused, match=r"ALTER TABLE scrubjay\.memory ENABLE") as told:
            check(dsn, now())
    healing = str(told.value).rpartition("scrubjay_owner: ")[2]
    with databases.owner.transaction() as connection:
        connection.execute(healing)
    check_app(databases.addresses.app, now())


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
        with pytest.raises(TeamDatabaseUnavailable, match=r"can't be reached|take the password") as told:
            check_app(wrong, now())
        assert "heron" not in str(told.value)


@pytest.mark.parametrize(
    "text", ["heron", "postgresql://u:heron@[::1", "user=x password='heron", "postgres://%zz:heron@h/"]
)
def test_a_dsn_that_cannot_be_read_is_refused_without_a_word_of_it(text: str) -> None:
    with pytest.raises(TeamDatabaseRefused, match="can't be read") as told:
        check_app(text, now())
    assert "heron" not in str(told.value)


def test_a_database_of_another_encoding_is_refused_before_its_texts_are_read(postgres: EmbeddedPostgres) -> None:
    with psycopg.connect(postgres.addresses.superuser, autocommit=True) as admin:
        admin.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0 STRATEGY file_copy")
        with pytest.raises(TeamDatabaseRefused, match=r"encoding is SQL_ASCII, .* `createdb --encoding=UTF8"):
            check_app(make_conninfo(postgres.addresses.superuser, dbname="ascii"), NOW)
        admin.execute("DROP DATABASE ascii WITH (FORCE)")
