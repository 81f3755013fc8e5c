"""What a member chooses to be handed over: their own alone, by a person alone, and seen by nobody else."""

from uuid import UUID, uuid4

import pytest

from scrubjay.errors import LimitExceeded, NotFound
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.choosing import MOST_CHOSEN, choose, chosen
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.conftest import people as people
from tests.servers.team.people.leavers import RULE, as_person

OTHER = "Letters leave at night, by the queue."


def test_a_choice_is_the_whole_of_it_and_can_be_taken_back(people: People) -> None:
    one, two = (UUID(people.remember("ben", text)) for text in (RULE, OTHER))
    with as_person(people, "ben") as entered:
        choose(entered, [one, two])
        assert set(chosen(entered)) == {one, two}
        choose(entered, [two])
        assert chosen(entered) == (two,)
        choose(entered, [])
        assert chosen(entered) == ()


def test_what_is_not_ones_own_is_not_chosen_and_changes_nothing(people: People) -> None:
    own, others = UUID(people.remember("ben", RULE)), UUID(people.remember("anna", OTHER))
    with as_person(people, "ben") as entered:
        choose(entered, [own])
    for wrong in (others, uuid4()):
        with pytest.raises(NotFound), as_person(people, "ben") as entered:
            choose(entered, [own, wrong])
    with as_person(people, "ben") as entered:
        assert chosen(entered) == (own,)


def test_nobody_else_sees_a_choice(people: People) -> None:
    with as_person(people, "ben") as entered:
        choose(entered, [UUID(people.remember("ben", RULE))])
    with as_person(people, "anna") as entered:
        assert entered.connection.execute("SELECT FROM memory_choice").fetchall() == []


def test_a_token_chooses_nothing(people: People) -> None:
    id = UUID(people.remember("ben", RULE))
    with pytest.raises(NotGranted), people.entered("ben") as entered:
        choose(entered, [id])


def test_a_forgotten_memory_leaves_the_choice(people: People) -> None:
    id = people.remember("ben", RULE)
    with as_person(people, "ben") as entered:
        choose(entered, [UUID(id)])
    with people.entered("ben") as entered:
        people.memories.forget(entered, id)
    with as_person(people, "ben") as entered:
        assert chosen(entered) == ()


def test_a_choice_has_a_bound(people: People) -> None:
    with as_person(people, "ben") as entered, pytest.raises(LimitExceeded):
        choose(entered, [uuid4() for _ in range(MOST_CHOSEN + 1)])
