"""Somebody leaves: what ends with them, what stays, and who may do it."""

import threading

import pytest

from scrubjay.errors import NotFound, ScrubjayError, UsageError
from scrubjay_agents.api import HandoffState
from scrubjay_team.errors import NotGranted, TokenRefused
from scrubjay_team.memories.handoffs import TeamHandoffs
from scrubjay_team.memories.pools import TeamPools
from scrubjay_team.people.leaving import TO_TEAM, Leaving
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.tokens import TokenRequest
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_session
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.conftest import people as people
from tests.servers.team.people.conftest import InTeam
from tests.servers.team.people.leavers import RULE, Office, as_person, authors, left_for, pending
from tests.servers.team.people.leavers import office as office


def test_two_owners_who_remove_each_other_at_once_leave_one(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        people.members.add("anna", "owner")
    together = threading.Barrier(2)
    failed: list[str] = []

    def remove(name: str) -> None:
        try:
            with acme() as people:
                together.wait(10)
                people.leaving.remove(name)
        except ScrubjayError as error:
            failed.append(str(error))

    threads = [threading.Thread(target=remove, args=(name,)) for name in ("olga", "anna")]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    with acme() as people:
        assert [one.role for one in people.members.all()] == ["owner"]
    assert len(failed) == 1


def test_who_is_removed_opens_nothing_from_the_next_call_on(databases: Databases, acme: InTeam) -> None:
    with acme() as people:
        people.members.add("anna", "writer")
        people.projects.add("shop", "https://git.example/shop.git", ["anna"])
        _, text = people.tokens.create("anna", TokenRequest())
    with databases.app.entered(digest_of(text)) as entered:
        assert entered.caller.member_name == "anna"
    with acme() as people:
        people.leaving.remove("anna")
        assert people.projects.found("shop").members == ()
    with pytest.raises(TokenRefused), databases.app.entered(digest_of(text)):
        pass
    with acme() as people:
        people.members.add("anna", "owner")
        assert people.tokens.all("anna") == ()
    with pytest.raises(TokenRefused), databases.app.entered(digest_of(text)):
        pass


def test_the_last_owner_cannot_leave(acme: InTeam) -> None:
    with acme() as team, pytest.raises(UsageError, match="the last owner"):
        team.leaving.remove("olga")


def test_sessions_and_identity_end_with_a_member(people: People, office: Office) -> None:
    session = digest_of(make_session(people.databases.owner, people.members["ben"]))
    with people.databases.owner.transaction() as connection:
        connection.execute(
            "INSERT INTO identity (member, team, issuer, subject, created_at, confirmed_at, asked_at) "
            "SELECT id, team, 'https://id.example', '42', created_at, created_at, created_at "
            "FROM member WHERE name = 'ben'"
        )
    with people.databases.app.entered(session, person=True):
        pass
    with office.leaving() as leaving:
        leaving.remove("ben")
    with pytest.raises(TokenRefused), people.databases.app.entered(session, person=True):
        pass
    with pytest.raises(TokenRefused), people.entered("ben"):
        pass
    with people.databases.owner.transaction() as connection:
        assert connection.execute("SELECT FROM identity").fetchall() == []


def test_what_a_member_wrote_stays_under_their_name_and_pools_stay(people: People, office: Office) -> None:
    people.remember("ben", RULE)
    with people.entered("ben") as entered:
        TeamPools(people.databases.clock).create(entered, "payments")
    with office.leaving() as leaving:
        leaving.remove("ben")
    assert authors(people, "rita") == {RULE: "ben (left 2026-03-02)"}
    assert people.found("rita", "retry of payments") == [RULE]
    with people.entered("dora") as entered:
        assert "payments" in [one.name for one in TeamPools(people.databases.clock).listed(entered)]


def test_a_handoff_that_a_member_works_on_waits_again(people: People, office: Office) -> None:
    one, handoffs = left_for(people, "any"), TeamHandoffs(people.databases.clock)
    with people.entered("ben") as entered:
        handoffs.accept(entered, one.id)
    assert pending(people, "dora") == []
    with office.leaving() as leaving:
        leaving.remove("ben")
    with people.entered("anna") as entered:
        assert handoffs.find(entered, one.id).state is HandoffState.PENDING
    assert pending(people, "dora") == [one.id]


def test_who_comes_back_is_another_member(acme: InTeam) -> None:
    with acme() as team:
        first = team.members.add("anna")
        team.leaving.remove("anna")
        assert team.members.add("anna").id != first.id


@pytest.mark.parametrize("who", ["anna", "ben", "rita"])
def test_who_is_no_owner_does_none_of_it(people: People, who: str) -> None:
    Office(people, "page")
    with as_person(people, who) as entered:
        with pytest.raises(NotGranted, match="role owner"):
            Leaving.by(entered, people.databases.clock)
        behind = Leaving(entered.connection, people.databases.clock, people.teams["acme"])
        for act in (behind.remove, behind.erase, lambda name: behind.hand_over(name, TO_TEAM)):
            with pytest.raises(ScrubjayError):
                act("dora")  # the database refuses, whatever a page forgets
    with people.entered("dora"):
        pass


def test_no_token_does_any_of_it_not_an_owners(people: People) -> None:
    Office(people, "page")
    with people.entered("olga") as entered:
        with pytest.raises(NotGranted, match="signed in"):
            Leaving.by(entered, people.databases.clock)
        behind = Leaving(entered.connection, people.databases.clock, people.teams["acme"])
        for act in (behind.remove, lambda name: behind.hand_over(name, TO_TEAM)):
            with pytest.raises(ScrubjayError):
                act("dora")
    with people.entered("dora"):
        pass


def test_an_owner_does_nothing_in_another_team(people: People) -> None:
    people.member("bolt", "otto", "owner")
    with as_person(people, "otto") as entered:
        leaving = Leaving.by(entered, people.databases.clock)
        with pytest.raises(NotFound):
            leaving.remove("ben")
        for statement in ("remove_member", "to_hand_over", "erase_member"):
            row = entered.connection.execute(
                f"SELECT * FROM {statement}(%s, now())", [people.members["ben"]]
            ).fetchone()
            assert row is None or "unknown" in row.values()
    with people.entered("ben"):
        pass
