"""Laws of groups: links decide, in whatever order they come, and likeness isn't handed on."""

import random
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.grouping.groups import FactLink, by_strength, grouped
from scrubjay.memory.grouping.guards import kept_apart
from scrubjay.model.grade import Grade

NUMBERS = st.integers(1, 9)
LINKS = st.dictionaries(
    st.tuples(NUMBERS, NUMBERS).filter(lambda pair: pair[0] < pair[1]), st.integers(80, 100), max_size=20
).map(lambda found: [FactLink(one, other, cosine / 100) for (one, other), cosine in found.items()])
WORDS = [
    "the",
    "api",
    "token",
    "cache",
    "is",
    "never",
    "renewed",
    "in",
    "30",
    "60",
    "days",
    "by",
    "Ana",
    "Bo",
    "or",
    "not",
    "billing",
    "stage",
]
CLAIMS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)


@given(LINKS, st.randoms())
def test_groups_do_not_depend_on_the_order_of_links(links: list[FactLink], chance: random.Random) -> None:
    shuffled = [*links, *links]
    chance.shuffle(shuffled)
    assert grouped(shuffled) == grouped(links)


@given(LINKS)
def test_every_two_of_a_group_are_linked_and_no_memory_is_in_two(links: list[FactLink]) -> None:
    pairs = {(link.one, link.other) for link in links}
    groups = grouped(links)
    assert all(pair in pairs for group in groups for pair in combinations(group, 2))
    assert len({number for group in groups for number in group}) == sum(map(len, groups))


@given(LINKS)
def test_two_groups_that_are_wholly_linked_are_one(links: list[FactLink]) -> None:
    pairs = {(link.one, link.other) for link in links}
    for left, right in combinations(grouped(links), 2):
        assert not all(tuple(sorted((a, b))) in pairs for a in left for b in right)


@given(CLAIMS, CLAIMS)
@settings(max_examples=200)
def test_what_keeps_two_apart_is_the_same_from_both_sides(claim: str, other: str) -> None:
    assert kept_apart(claim, other) == kept_apart(other, claim)
    assert kept_apart(claim, claim) == ""


@given(
    st.lists(st.sampled_from(list(Grade)), min_size=2, max_size=6),
    st.lists(st.sampled_from([0.2, 0.5, 1.0]), min_size=6, max_size=6),
)
def test_a_told_memory_stands_only_under_told_ones(grades: list[Grade], weights: list[float]) -> None:
    ordered = by_strength(range(len(grades)), dict(enumerate(grades)), dict(enumerate(weights)))
    told = [grades[number] is Grade.TOLD for number in ordered]
    assert told == sorted(told, reverse=True)
    assert [grades[number].rank for number in ordered] == sorted(grade.rank for grade in grades)
