"""What is open of somebody who leaves goes to whom an owner says; of their words, what they chose alone."""

import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay_team.errors import NotGranted
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.handoffs import TeamHandoffs
from scrubjay_team.people.leaving import TO_TEAM
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.conftest import people as people
from tests.servers.team.people.leavers import RULE, TASK, Office, authors, chosen, left_for, pending
from tests.servers.team.people.leavers import office as office


def test_open_handoffs_go_to_whom_they_are_given(people: People, office: Office) -> None:
    handoffs = TeamHandoffs(people.databases.clock)
    waits, taken, of_pay = left_for(people, "ben"), left_for(people, "any"), left_for(people, "ben", "shop")
    with people.entered("ben") as entered:
        handoffs.accept(entered, taken.id)
    with office.leaving() as leaving:
        assert leaving.open_work("ben").handoffs == len({waits.id, taken.id, of_pay.id})
        given = leaving.hand_over("ben", "dora")
        leaving.remove("ben")
    assert (given.handoffs, given.memories, given.stayed) == (len({waits.id, taken.id, of_pay.id}), 0, 0)
    assert set(pending(people, "dora")) == {waits.id, taken.id, of_pay.id}
    assert pending(people, "anna") == []


def test_what_the_receiver_is_not_granted_stays(people: People, office: Office) -> None:
    with people.entered("dora") as entered:
        TeamHandoffs(people.databases.clock).initiate(entered, "anna", TASK, repo="pay")
    id = people.remember("anna", RULE, repo="pay")
    chosen(people, "anna", id)
    with office.leaving() as leaving:
        given = leaving.hand_over("anna", "ben")
        assert (given.handoffs, given.memories, given.stayed) == (0, 0, 2)
        given = leaving.hand_over("anna", "dora")
        assert (given.handoffs, given.memories, given.stayed) == (1, 1, 0)


def test_only_what_was_chosen_goes_and_stays_its_authors_words(people: People, office: Office) -> None:
    mine, other = people.remember("ben", RULE), people.remember("ben", "Letters leave at night, by the queue.")
    chosen(people, "ben", mine)
    with office.leaving() as leaving:
        assert leaving.hand_over("ben", "dora").memories == 1
        leaving.remove("ben")
    with people.entered("dora") as entered:
        with pytest.raises(NotGranted):
            people.memories.update(entered, other, "retract", TeamClaim(content=""), reason="wrong")
        people.memories.update(entered, mine, "correct", TeamClaim(content="Payments are retried five times."))
    assert authors(people, "rita")[RULE] == "ben (left 2026-03-02)"
    assert authors(people, "rita")["Payments are retried five times."] == "dora"


def test_what_goes_to_the_team_is_changed_by_any_writer_and_by_no_reader(people: People, office: Office) -> None:
    one, two = people.remember("ben", RULE), people.remember("ben", "Letters leave at night, by the queue.")
    chosen(people, "ben", one, two)
    with office.leaving() as leaving:
        given = leaving.hand_over("ben", TO_TEAM)
    assert (given.receiver, given.memories) == (TO_TEAM, 2)
    with people.entered("rita") as entered, pytest.raises(NotGranted):
        people.memories.forget(entered, one)
    with people.entered("dora") as entered:
        people.memories.forget(entered, one)
    assert people.found("rita", "payments retried") == []


def test_a_proposal_goes_to_whoever_keeps_it(people: People, office: Office) -> None:
    id = people.remember("ben", RULE, scope="global")
    with people.entered("dora") as entered, pytest.raises(NotFound):
        people.memories.provenance(entered, id)
    chosen(people, "ben", id)
    with office.leaving() as leaving:
        leaving.hand_over("ben", "dora")
    with people.entered("dora") as entered:
        assert people.memories.provenance(entered, id).memory.author_name == "ben"
        people.memories.update(entered, id, "retract", TeamClaim(content=""), reason="not of use for all")


@pytest.mark.parametrize("to", ["ben", "rita"])
def test_somebody_who_cannot_take_work_gets_nothing(people: People, office: Office, to: str) -> None:
    with office.leaving() as leaving, pytest.raises(UsageError, match="can't take"):
        leaving.hand_over("ben", to)
