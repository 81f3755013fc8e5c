"""Members come, change their role and go; one owner always stays, who has gone opens nothing; invitations end."""

from datetime import timedelta

import pytest

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.tokens import TokenRequest
from scrubjay_team.people.values import MOST_INVITATIONS
from tests.servers.team.conftest import Databases
from tests.servers.team.people.conftest import InTeam


def test_a_member_is_found_by_name_whatever_its_capitals(acme: InTeam) -> None:
    with acme() as people:
        added = people.members.add("Anna", "writer")
        assert people.members.found(" anna ") == added
        with pytest.raises(NotFound, match="scrubjay team member list"):
            people.members.found("ben")


@pytest.mark.parametrize("name", ["OLGA", "olga", "a\x1b[31m", ""])
def test_a_name_that_is_taken_or_bad_adds_nobody(acme: InTeam, name: str) -> None:
    with acme() as people:
        with pytest.raises(UsageError):
            people.members.add(name)
        assert len(people.members.all()) == 1


def test_the_last_owner_stays_one(acme: InTeam) -> None:
    with acme() as people:
        with pytest.raises(UsageError, match="the last owner of acme"):
            people.members.give_role("olga", "reviewer")
        people.members.add("anna", "owner")
        assert people.members.give_role("olga", "reader").role == "reader"
        with pytest.raises(UsageError, match="anna is the last owner"):
            people.members.give_role("anna", "reader")


def test_a_role_counts_from_the_next_call_on(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        people.members.add("anna", "writer")
        _, text = people.tokens.create("anna", TokenRequest(scopes=("search", "remember")))
    for role, may in (("reader", False), ("reviewer", True)):
        with acme() as people:
            people.members.give_role("anna", role)
        with databases.app.entered(digest_of(text)) as entered:
            row = entered.connection.execute("SELECT may('remember') AS may").fetchone()
            assert row is not None
            assert (entered.caller.role, row["may"]) == (role, may)


def test_what_is_printed_of_an_invitation_is_kept_as_a_digest_alone(acme: InTeam) -> None:
    with acme() as people:
        made, text = people.invitations.create("anna", "writer")
        rows = people.connection.execute("SELECT * FROM invitation").fetchall()
    assert [(row["digest"], row["name"], row["role"]) for row in rows] == [(digest_of(text), "anna", "writer")]
    assert text not in repr(rows) + repr(made)


def test_an_invitation_ends_after_72_hours_and_is_forgotten(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        people.invitations.create("anna")
    databases.clock.now += timedelta(hours=71, minutes=59)
    with acme() as people:
        assert [one.name for one in people.invitations.all()] == ["anna"]
    databases.clock.now += timedelta(minutes=1)
    with acme() as people:
        assert people.invitations.all() == ()
        people.invitations.create("anna")
        row = people.connection.execute("SELECT count(*) AS kept FROM invitation").fetchone()
        assert row == {"kept": 1}


@pytest.mark.parametrize("name", ["Olga", "ANNA", "a\nb"])
def test_a_member_and_somebody_invited_are_not_invited_again(acme: InTeam, name: str) -> None:
    with acme() as people:
        people.invitations.create("anna")
        with pytest.raises(UsageError):
            people.invitations.create(name)


def test_an_invitation_is_taken_back_by_name(acme: InTeam) -> None:
    with acme() as people:
        people.invitations.create("anna")
        assert people.invitations.revoke("Anna").name == "anna"
        with pytest.raises(NotFound, match="scrubjay team invite list"):
            people.invitations.revoke("anna")


def test_a_team_has_a_hundred_open_invitations_at_most(acme: InTeam) -> None:
    with acme() as people:
        for number in range(MOST_INVITATIONS):
            people.invitations.create(f"guest {number}")
        with pytest.raises(LimitExceeded):
            people.invitations.create("one more")
