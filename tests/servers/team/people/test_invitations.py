"""An invitation is kept as a digest, ends after 72 hours, and is for a name that nobody has."""

from datetime import timedelta

import pytest

from scrubjay.errors import LimitExceeded, NotFound, UsageError
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.values import MOST_INVITATIONS
from tests.servers.team.conftest import Databases
from tests.servers.team.people.conftest import InTeam


def test_what_is_printed_is_kept_as_a_digest_alone(acme: InTeam) -> None:
    with acme() as people:
        made, text = people.invitations.create("anna", "writer")
        rows = people.connection.execute("SELECT * FROM invitation").fetchall()
    assert [(row["digest"], row["name"], row["role"]) for row in rows] == [(digest_of(text), "anna", "writer")]
    assert text not in repr(rows) + repr(made)


def test_it_ends_after_72_hours_and_is_forgotten(databases: Databases, acme: InTeam) -> None:
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


def test_one_is_taken_back_by_name(acme: InTeam) -> None:
    with acme() as people:
        people.invitations.create("anna")
        assert people.invitations.revoke("Anna").name == "anna"
        with pytest.raises(NotFound, match="scrubjay team invite list"):
            people.invitations.revoke("anna")


def test_a_team_has_a_hundred_open_ones_at_most(acme: InTeam) -> None:
    with acme() as people:
        for number in range(MOST_INVITATIONS):
            people.invitations.create(f"guest {number}")
        with pytest.raises(LimitExceeded):
            people.invitations.create("one more")
