"""The office: an owner in person alone opens it, as the app's role, and the walls hold for everybody else."""

from uuid import UUID

import psycopg
import pytest

from scrubjay_team.errors import NotGranted
from scrubjay_team.people.office import office, own_people
from scrubjay_team.people.secret import digest_of
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_project, make_session, make_team, make_token

PEOPLE = ("invitation", "project_member", "access_token")


@pytest.fixture
def team(databases: Databases) -> UUID:
    return make_team(databases.owner)


def session(databases: Databases, member: UUID) -> bytes:
    return digest_of(make_session(databases.owner, member))


def test_an_owner_in_person_manages_repositories_that_they_are_not_granted(databases: Databases, team: UUID) -> None:
    anna = make_member(databases.owner, team, "anna", "owner")
    make_member(databases.owner, team, "ben")
    make_project(databases.owner, team, "vault", open=False)
    with databases.app.entered(session(databases, anna), person=True) as entered:
        assert own_people(entered, databases.clock).projects.all() == ()
        there = office(entered, databases.clock)
        assert there.projects.grant("vault", ["ben"]).members == ("ben",)
    with databases.app.entered(session(databases, anna), person=True) as entered:
        assert entered.connection.execute("SELECT name FROM project").fetchall() == []


@pytest.mark.parametrize(("role", "person"), [("owner", False), ("reviewer", True), ("reader", True)])
def test_nobody_else_opens_it(databases: Databases, team: UUID, role: str, person: bool) -> None:
    member = make_member(databases.owner, team, "cleo", role)
    digest = session(databases, member) if person else make_token(databases.owner, member)
    with databases.app.entered(digest, person=person) as entered, pytest.raises(NotGranted):
        office(entered, databases.clock)


@pytest.mark.parametrize(("role", "person"), [("owner", False), ("reviewer", True), ("reader", True)])
def test_the_database_keeps_the_office_closed_whatever_the_program_says(
    databases: Databases, team: UUID, role: str, person: bool
) -> None:
    member, other = make_member(databases.owner, team, "cleo", role), make_member(databases.owner, team, "ben")
    make_token(databases.owner, other)
    make_project(databases.owner, team, "vault", open=False)
    digest = session(databases, member) if person else make_token(databases.owner, member)
    with databases.app.entered(digest, person=person) as entered:
        connection = entered.connection
        connection.execute("SELECT set_config('scrubjay.office', 'open', true)")
        for table in PEOPLE:
            rows = connection.execute(
                f"SELECT count(*) AS n FROM {table} WHERE member <> %s"
                if table != "invitation"
                else "SELECT count(*) AS n FROM invitation WHERE id <> %s",
                [member],
            ).fetchone()
            assert rows == {"n": 0}, table
        assert connection.execute("SELECT id FROM project").fetchall() == []
        assert connection.execute("UPDATE member SET role = 'owner'").rowcount == 0
        assert connection.execute("UPDATE project SET open = true").rowcount == 0
        assert connection.execute("DELETE FROM project_member").rowcount == 0
        assert (
            connection.execute("UPDATE access_token SET revoked_at = now() WHERE member <> %s", [member]).rowcount == 0
        )


def test_no_token_makes_a_token_or_brings_one_back(databases: Databases, team: UUID) -> None:
    member = make_member(databases.owner, team, "cleo", "owner")
    digest = make_token(databases.owner, member)
    with pytest.raises(psycopg.errors.InsufficientPrivilege), databases.app.entered(digest) as entered:
        entered.connection.execute(
            "INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at) "
            "VALUES (gen_random_uuid(), %s, %s, 'x', 'x', '{search}', now(), now())", [team, member],
        )  # fmt: skip
    other = make_token(databases.owner, member)
    with databases.app.entered(other) as entered:
        entered.connection.execute("UPDATE access_token SET revoked_at = now() WHERE revoked_at IS NULL")
        back = entered.connection.execute("UPDATE access_token SET revoked_at = NULL")
        assert back.rowcount == 0


def test_an_owner_s_office_ends_at_their_team(databases: Databases, team: UUID) -> None:
    anna = make_member(databases.owner, team, "anna", "owner")
    rivals = make_team(databases.owner, "rivals")
    make_member(databases.owner, rivals, "rita")
    make_project(databases.owner, rivals, "theirs")
    with databases.app.entered(session(databases, anna), person=True) as entered:
        there = office(entered, databases.clock)
        assert [one.name for one in there.members.all()] == ["anna"]
        assert there.projects.all() == ()
        moved = "UPDATE member SET role = 'reader' WHERE team = %s"
        assert entered.connection.execute(moved, [rivals]).rowcount == 0
