"""What the triggers write: every act on people, repositories, tokens and sessions, and never a word of anybody."""

import secrets
from uuid import uuid4

import psycopg
import pytest

from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.tokens import TokenRequest
from tests.servers.team.audit.conftest import AuditedTeam

NAMES = ("olga", "rosa", "will", "secretive", "zed", "laptop-of-zed", "git.example")


def test_each_act_of_an_owners_command_is_written(audited: AuditedTeam) -> None:
    begun = len(audited.acts())
    with audited.owner() as connection:
        people = TeamPeople.found(connection, audited.databases.clock)
        people.members.add("zed", "reader")
        people.members.give_role("zed", "writer")
        people.projects.add("secretive", "https://git.example/secretive.git", ["zed"])
        people.projects.take_back("secretive", ["zed"])
        people.tokens.create("zed", TokenRequest(name="laptop-of-zed"))
        people.tokens.revoke("zed", "laptop-of-zed")
        people.invitations.create("ina")
        people.invitations.revoke("ina")
        people.leaving.remove("zed")
    assert audited.acts()[begun:] == [
        ("command", act)
        for act in (
            "member add", "member role", "project add", "project grant", "project take_back", "token add",
            "token revoke", "invitation add", "invitation end", "member remove",
        )
    ]  # fmt: skip


def test_no_entry_holds_a_name_or_a_text(audited: AuditedTeam) -> None:
    with audited.owner() as connection:
        people = TeamPeople.found(connection, audited.databases.clock)
        people.members.add("zed", "reader")
        people.projects.add("secretive", "https://git.example/secretive.git", ["zed"])
        people.tokens.create("zed", TokenRequest(name="laptop-of-zed"))
        rows = connection.execute("SELECT e::text AS row FROM audit_entry AS e").fetchall()
    assert len(rows) > 5
    assert not [name for row in rows for name in NAMES if name in row["row"]]


@pytest.mark.parametrize("value", ["Anna Bell", "a" * 30, "a sentence", "https://git.example", "Ä", "2026-03-02"])
def test_a_text_in_an_entry_is_refused(audited: AuditedTeam, value: str) -> None:
    with audited.owner() as connection, pytest.raises(psycopg.errors.CheckViolation):
        connection.execute(
            "INSERT INTO audit_entry (team, how, act, kind, object, details) "
            "VALUES (%s, 'command', 'add', 'member', %s, jsonb_build_object('x', ARRAY[%s]))",
            [audited.team, uuid4(), value],
        )


def test_an_act_whose_entry_cannot_be_written_is_not_done(audited: AuditedTeam) -> None:
    with psycopg.connect(audited.databases.addresses.superuser) as admin:
        admin.execute("ALTER TABLE scrubjay.audit_entry ADD CHECK (act <> 'role') NOT VALID")
    with pytest.raises(psycopg.errors.CheckViolation), audited.owner() as connection:
        TeamPeople.found(connection, audited.databases.clock).members.give_role("will", "reader")
    with audited.owner() as connection:
        assert TeamPeople.found(connection, audited.databases.clock).members.found("will").role == "writer"


def test_what_a_person_does_and_what_a_token_does_is_told_apart(audited: AuditedTeam) -> None:
    with audited.entered("will") as entered:
        row = entered.connection.execute("SELECT audit_how() AS how").fetchone()
    assert row == {"how": "session"}
    digest = secrets.token_bytes(32)
    with audited.owner() as connection:
        connection.execute(
            "INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at) "
            "VALUES (%s, %s, %s, 'laptop', %s, '{search}', %s, %s::timestamptz + interval '1 day')",
            [uuid4(), audited.team, audited.members["will"], digest, *[audited.databases.clock()] * 2],
        )
    with audited.databases.app.entered(digest) as entered:
        row = entered.connection.execute("SELECT audit_how() AS how").fetchone()
    assert row == {"how": "token"}
    with audited.databases.app.plain() as nobody:
        assert nobody.execute("SELECT audit_how() AS how").fetchone() == {"how": "endpoint"}
