"""What has ended is kept for a while and then goes; what goes on stays, however old it is."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg

from scrubjay_team.changes.reading import Q
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW, make_member, make_session, make_team, make_token


def count(databases: Databases, table: str, member: UUID) -> int:
    statements = {
        "access_token": "SELECT count(*) AS n FROM access_token WHERE member = %s",
        "page_session": "SELECT count(*) AS n FROM page_session WHERE member = %s",
    }
    with databases.owner.transaction() as connection:
        row: Any = connection.execute(statements[table], [member]).fetchone()
    return int(row["n"])


def trim(databases: Databases, days: int) -> None:
    """What a server does now and then, so many days later."""
    with databases.app.plain() as connection:
        connection.execute(Q.trim, {"at": NOW + timedelta(days=days)})


def test_tokens_that_ended_go_after_90_days(databases: Databases) -> None:
    anna = make_member(databases.owner, make_team(databases.owner))
    make_token(databases.owner, anna)
    ended = make_token(databases.owner, anna)
    with databases.owner.transaction() as connection:
        connection.execute("UPDATE access_token SET expires_at = created_at + interval '366 days'")
        connection.execute("UPDATE access_token SET revoked_at = %s WHERE digest = %s", [NOW, ended])
    trim(databases, 89)
    assert count(databases, "access_token", anna) == 2
    trim(databases, 91)
    assert count(databases, "access_token", anna) == 1
    trim(databases, 366 + 91)
    assert count(databases, "access_token", anna) == 0


def test_sessions_of_browsers_go_after_30_days_whoever_comes_back(databases: Databases) -> None:
    anna = make_member(databases.owner, make_team(databases.owner))
    make_session(databases.owner, anna)
    trim(databases, 29)
    assert count(databases, "page_session", anna) == 1
    trim(databases, 31)
    assert count(databases, "page_session", anna) == 0


def test_keys_go_after_400_days(databases: Databases) -> None:
    team = make_team(databases.owner)
    anna = make_member(databases.owner, team)
    left = []
    with psycopg.connect(databases.addresses.superuser, autocommit=True) as connection:
        for days in (0, 500):
            connection.execute(
                "INSERT INTO scrubjay.used_key (team, member, key, request, memory, at) "
                "VALUES (%s, %s, %s, 'r', gen_random_uuid(), %s)",
                [team, anna, b"%d" % days, NOW + timedelta(days=days)],
            )
        for days in (399, 401, 901):
            trim(databases, days)
            left.append(connection.execute("SELECT count(*) FROM scrubjay.used_key").fetchone())
    assert left == [(2,), (1,), (0,)]
