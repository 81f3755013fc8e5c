"""What of an answer fits: the first hits, the first of them at length, and room for memories."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.search.recall.excerpts import SET_ASIDE, HitBlock, fitting_forms

AT_LENGTH = 3


def block(name: str, whole: int, brief: int, least: int) -> HitBlock:
    large, middle, small = (f"{name} " + "x" * size for size in sorted((whole, brief, least), reverse=True))
    return HitBlock(name, large, middle, small)


def blocks(name: str) -> st.SearchStrategy[list[HitBlock]]:
    size = st.integers(1, 60)
    some = st.lists(st.tuples(size, size, size), max_size=6)
    return some.map(lambda sizes: [block(f"{name}{place}", *of) for place, of in enumerate(sizes)])


def names(shown: list[str]) -> list[str]:
    return [form.split()[0] for form in shown]


@settings(derandomize=True, deadline=None)
@given(blocks("a"), blocks("b"), st.integers(0, 500))
def test_both_parts_are_beginnings_and_fit_together(first: list[HitBlock], apart: list[HitBlock], budget: int) -> None:
    shown, follow = fitting_forms(first, apart, budget, len, AT_LENGTH)
    assert sum(map(len, (*shown, *follow))) <= budget
    assert names(shown) == [one.key for one in first[: len(shown)]]
    assert names(follow) == [one.key for one in apart[: len(follow)]]


@settings(derandomize=True, deadline=None)
@given(blocks("a"), blocks("b"), st.integers(0, 500), st.integers(0, 500))
def test_a_smaller_budget_shows_no_other_hits(
    first: list[HitBlock], apart: list[HitBlock], one: int, other: int
) -> None:
    smaller, larger = (names(fitting_forms(first, apart, budget, len, AT_LENGTH)[0]) for budget in sorted((one, other)))
    assert smaller == larger[: len(smaller)]


@settings(derandomize=True, deadline=None)
@given(blocks("a"), blocks("b"), st.integers(0, 900))
def test_memories_take_no_more_from_hits_than_is_set_aside(
    first: list[HitBlock], apart: list[HitBlock], budget: int
) -> None:
    aside = min(SET_ASIDE, budget // 2)
    alone, _ = fitting_forms(first, [], budget - aside, len, AT_LENGTH)
    shown, follow = fitting_forms(first, apart, budget, len, AT_LENGTH)
    assert len(shown) >= len(alone)
    if apart and first and sum(len(one.whole) for one in apart) <= aside:
        assert follow


def test_the_first_three_are_shown_at_length_and_the_others_in_brief() -> None:
    some = [block(f"a{place}", 100, 20, 20) for place in range(5)]
    assert [len(form) > 50 for form in fitting_forms(some, [], 300, len, AT_LENGTH)[0]] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert [len(form) > 50 for form in fitting_forms(some, [], 900, len, AT_LENGTH)[0]] == [
        place < AT_LENGTH for place in range(5)
    ]


def test_nothing_is_shown_without_what_it_needs() -> None:
    rival, claim = block("b1", 80, 80, 80), replace(block("b0", 9, 9, 9), needs=frozenset({"b1"}))
    assert names(fitting_forms([block("a0", 20, 20, 20)], [claim], 150, len, AT_LENGTH)[1]) == []
    assert names(fitting_forms([block("a0", 20, 20, 20)], [rival, claim], 60, len, AT_LENGTH)[1]) == []
    assert names(fitting_forms([block("a0", 20, 20, 20)], [rival, claim], 150, len, AT_LENGTH)[1]) == ["b1", "b0"]
