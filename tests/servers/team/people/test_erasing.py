"""The name of somebody who left goes everywhere but out of texts, and nobody can look it up."""

import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay_team.memories.handoffs import TeamHandoffs
from scrubjay_team.people.names import checked_name
from tests.servers.team.conftest import Databases
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.conftest import people as people
from tests.servers.team.people.conftest import InTeam
from tests.servers.team.people.leavers import RULE, Office, authors, left_for, names_in_tables, pending
from tests.servers.team.people.leavers import office as office


def test_an_erased_name_is_nowhere_and_the_words_stay(people: People, office: Office) -> None:
    people.remember("ben", RULE)
    people.remember("dora", "Ben said that letters leave at night, by the queue.")
    one = left_for(people, "ben")
    with people.databases.owner.transaction() as connection:
        connection.execute(
            "INSERT INTO invitation (id, team, name, role, digest, created_at, expires_at, redeemed_at, email) "
            "SELECT gen_random_uuid(), team, 'Ben', role, 'x', created_at, created_at, created_at, 'ben@acme.example' "
            "FROM member WHERE name = 'ben'"
        )
    with office.leaving() as leaving:
        leaving.remove("ben")
    assert pending(people, "dora") == []  # whoever asks settles what nobody can take any more
    with office.leaving() as leaving:
        gone = leaving.erase("ben (left 2026-03-02)")
    assert (gone.old, gone.new, gone.naming) == ("ben", "former member 1", 1)
    assert authors(people, "rita")[RULE] == "former member 1"
    with people.entered("anna") as entered:
        handoff = TeamHandoffs(people.databases.clock).find(entered, one.id)
    assert (handoff.target_name, handoff.reason) == ("former member 1", "former member 1 left the team")
    assert names_in_tables(people.databases, "ben") == {"memory", "memory_passage"}


def test_former_members_are_numbered_in_each_team(people: People, office: Office) -> None:
    with office.leaving() as leaving:
        for name in ("ben", "rita"):
            leaving.remove(name)
        assert [leaving.erase(name).new for name in ("rita", "ben")] == ["former member 1", "former member 2"]
        with pytest.raises(NotFound):
            leaving.erase("ben")
    with pytest.raises(UsageError, match="somebody who left"):
        checked_name("Former Member 3", "a member")


def test_who_is_there_is_not_erased(people: People, office: Office) -> None:
    with office.leaving() as leaving, pytest.raises(UsageError, match="scrubjay team member remove"):
        leaving.erase("ben")


def test_two_who_left_under_one_name_are_told_apart(acme: InTeam, databases: Databases) -> None:
    for day in (3, 4):
        databases.clock.now = databases.clock.now.replace(day=day)
        with acme() as team:
            team.members.add("anna")
            team.leaving.remove("anna")
    with acme() as team:
        with pytest.raises(UsageError, match="left 2026-03-03"):
            team.leaving.erase("anna")
        assert team.leaving.erase("anna (left 2026-03-04)").new == "former member 1"
        assert team.leaving.erase("anna").new == "former member 2"
