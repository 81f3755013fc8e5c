"""What says the same is linked, and stays as it is; a person takes it apart for good."""

import pytest

from scrubjay.errors import NotFound
from scrubjay.memory.grouping.comparing import compare_new
from scrubjay.memory.grouping.guards import GroupingRule
from scrubjay.memory.grouping.relations import (
    ENDED,
    DisputeDecision,
    count_disputes,
    count_groups,
    dispute_of,
    disputes,
    every_group,
    groups_of,
    settle,
    take_apart,
)
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import MemoryStatus
from tests.shared.memory.conftest import Hands, said, stored
from tests.shared.memory.grouping.conftest import DIM, LONGER, RULE, SAME, TOKENS, Grouped


def test_three_wordings_of_a_fact_are_a_group_and_stay_as_they_are(memories: Memories, group: Grouped) -> None:
    ids = [stored(memories, text, author=f"agent{n}") for n, text in enumerate(TOKENS)]
    stored(memories, "The cache is cold after each deploy.")
    before = said(memories)
    assert group() == 1
    (found,) = every_group(memories, "project")
    assert (found.key, set(found.members), found.strongest) == (ids[0], set(ids), ids[0])
    assert groups_of(memories, [ids[2]])[ids[2]] == found
    assert said(memories) == before
    assert group() == 0, "a second run changes nothing"


def test_what_a_person_told_is_the_strongest(memories: Memories, group: Grouped) -> None:
    stored(memories, TOKENS[0], author="agent")
    told = stored(memories, TOKENS[1], author="ada", origin=Origin.PERSON)
    group()
    assert every_group(memories, "project")[0].strongest == told


def test_another_number_is_no_member_and_is_noted_as_a_contradiction(memories: Memories, group: Grouped) -> None:
    old = stored(memories, TOKENS[0])
    new = stored(memories, LONGER)
    assert group() == 0
    assert every_group(memories, "project") == ()
    assert memories.get(old).contradicts == (new,), "of equals the newer one stands above"
    assert memories.get(new).contradicts == ()


def test_what_a_person_settled_is_never_asked_again(memories: Memories, group: Grouped) -> None:
    old, new = stored(memories, TOKENS[0]), stored(memories, LONGER)
    group()
    (pair,) = disputes(memories)
    assert pair.ids == (old, new)
    settle(memories, pair, DisputeDecision.BOTH, "ada")
    assert (count_disputes(memories), memories.get(old).contradicts) == (0, (new,)), "it stays noted"
    with pytest.raises(NotFound, match="or it is decided"):
        dispute_of(memories, old, new)
    settle(memories, pair, DisputeDecision.NEITHER, "ada")
    assert memories.get(old).contradicts == ()
    compare_new(memories, "project", GroupingRule(RULE.fingerprint, 0.93, 30), DIM, SAME)
    group()
    assert (disputes(memories), memories.get(old).contradicts) == ((), ()), "not by another comparison either"


def test_a_pair_of_which_one_ended_waits_for_nobody(memories: Memories, group: Grouped) -> None:
    old, new = stored(memories, TOKENS[0]), stored(memories, LONGER)
    group()
    memories.invalidate(old, "ada", ENDED, authority=True)
    assert disputes(memories) == ()
    memories.undo("ada")
    assert [pair.ids for pair in disputes(memories)] == [(old, new)]


def test_kind_place_and_thirty_days_bound_a_group(memories: Memories, group: Grouped, hands: Hands) -> None:
    stored(memories, TOKENS[0])
    stored(memories, TOKENS[1], kind="procedure")
    stored(memories, TOKENS[1], applies="staging")
    hands.pass_by(days=31)
    stored(memories, TOKENS[2])
    assert group() == 0
    hands.pass_by(days=29)
    stored(memories, TOKENS[1])
    assert group() == 1


def test_what_ends_leaves_its_group_and_joins_again_when_it_comes_back(memories: Memories, group: Grouped) -> None:
    ids = [stored(memories, text) for text in TOKENS]
    group()
    memories.retract(ids[0], actor="ada", reason="wrong")
    assert [member.members for member in every_group(memories, "project")] == [(ids[1], ids[2])]
    assert group() == 2, "the oldest that holds names the group"
    assert memories.get(ids[0]).status is MemoryStatus.RETRACTED
    assert group() == 0


def test_a_group_that_was_taken_apart_stays_apart_and_counts_as_false(memories: Memories, group: Grouped) -> None:
    ids = [stored(memories, text) for text in TOKENS]
    group()
    assert set(take_apart(memories, ids[1][:12], "ada")) == set(ids)
    assert group() == 0
    counts = memories.reading("project", count_groups)
    assert (counts.groups, counts.apart) == (0, 1)
    with pytest.raises(NotFound, match="belongs to no group"):
        take_apart(memories, ids[1], "ada")


def test_another_rule_compares_everything_anew(memories: Memories, group: Grouped) -> None:
    for text in TOKENS:
        stored(memories, text)
    group()
    assert compare_new(memories, "project", RULE, DIM, SAME).links == ()
    stricter = type(RULE)(RULE.fingerprint, 0.95, 7)
    assert len(compare_new(memories, "project", stricter, DIM, SAME).links) == 3


def test_in_any_order_the_same_memories_make_the_same_groups(memories: Memories, group: Grouped) -> None:
    for text in (TOKENS[1], LONGER, TOKENS[0]):
        stored(memories, text)
        group()
    stored(memories, TOKENS[2])
    group()
    texts = {memories.get(id).content for found in every_group(memories, "project") for id in found.members}
    assert LONGER not in texts or TOKENS[0] not in texts
    assert texts == set(TOKENS)
