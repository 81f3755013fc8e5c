"""Turns are heard with their neighbours, and the latest first where the present is asked for."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.talk import (
    BRIEF,
    ROLES,
    TurnPosition,
    asks_for_now,
    by_named,
    latest_first,
    smoothed,
    tells_other_figures,
)

scores = st.lists(st.floats(0, 2, allow_nan=False), max_size=30)


def always(newer: int, older: int) -> bool:
    """Any turn may tell anew what another told."""
    return True


def test_a_turn_between_good_ones_rises() -> None:
    places = [TurnPosition("talk", number) for number in (1, 2, 3, 9)]
    assert smoothed([0.9, 0.5, 0.9, 0.5], places, 0.3, 0.0) == pytest.approx([0.9, 0.74, 0.9, 0.5])


def test_brief_turns_are_heard_over_a_brief_turn_between_them() -> None:
    places = [TurnPosition("talk", 1, 80, 90), TurnPosition("talk", 3, 80, 90)]
    assert smoothed([0.5, 0.9], places, 0.3, 0.2) == pytest.approx([0.58, 0.9])


@pytest.mark.parametrize(("first", "between", "last"), [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_a_long_turn_among_three_keeps_them_apart(first: int, between: int, last: int) -> None:
    places = [TurnPosition("talk", 1, BRIEF + first, BRIEF + between), TurnPosition("talk", 3, BRIEF + last, 0)]
    assert smoothed([0.5, 0.9], places, 0.3, 0.2) == [0.5, 0.9]


def test_turns_of_two_conversations_lend_each_other_nothing() -> None:
    assert smoothed([0.9, 0.5], [TurnPosition("one", 1), TurnPosition("other", 2)], 0.3, 0.2) == [0.9, 0.5]


@pytest.mark.parametrize(
    ("query", "now"),
    [
        ("What is the deadline of the first milestone?", False),  # "first" may mean the earlier one
        ("What is the deadline?", True),
        ("How many commits have been merged into main?", True),
        ("At what time should I join?", True),
        ("Do we still use Redis?", True),
        ("What was the deadline before?", False),
        ("When did Ada move?", False),
        ("Have I ever used Redis?", False),
        ("How many days are there between the start and the end?", False),
        ("How has the budget changed over time?", False),
        ("redis timeout", False),
        ("", False),
        ("?" * 100_000, False),
    ],
)
def test_the_present_is_told_from_the_past(query: str, now: bool) -> None:
    assert asks_for_now(query) == now


def test_of_what_answers_alike_the_newest_goes_first() -> None:
    told = [("2026-01-01", 1), ("2026-03-01", 2), ("2026-02-01", 3), ("2026-09-01", 4)]
    assert latest_first([1.0, 0.9, 0.8, 0.2], told, 0.25, always) == [0.8, 1.0, 0.9, 0.2]


def test_a_newer_turn_stays_behind_what_it_does_not_update() -> None:
    told = [("2026-01-01", 1), ("2026-03-01", 2), ("2026-02-01", 3)]
    assert latest_first([1.0, 0.9, 0.8], told, 0.25, lambda newer, older: newer != 1) == [0.9, 0.8, 1.0]


@pytest.mark.parametrize(
    ("newer", "older", "other"),
    [
        ("Ada: now 350 ms", "Ada: 400 ms on average", True),
        ("Ada: at 3pm, not 2", "Ada: at 2 o'clock", True),
        ("Ada: at 2", "Ada: from 2 to 3", False),
        ("Ada: 400 ms", "Ada: it is slow", False),
        ("Ada: it is quick", "Ada: 400 ms", False),
        ("Ada: 1,500.", "Ada: 1,500", False),
        ("", "", False),
    ],
)
def test_an_update_tells_other_figures(newer: str, older: str, other: bool) -> None:
    assert tells_other_figures(newer, older) == other


@pytest.mark.parametrize(
    ("query", "scores_given"),
    [
        ("What did Ada say about parcels?", [1.2, 1.0, 1.0, 1.0]),
        ("Is Ada's home far?", [1.2, 1.0, 1.0, 1.0]),
        ("Which language is ada?", [1.0, 1.0, 1.0, 1.0]),
        ("Where does The Boss sit?", [1.0, 1.0, 1.0, 1.2]),
        ("The deadline is when?", [1.0, 1.0, 1.0, 1.0]),
        ("What did Ada tell Bo?", [1.0, 1.0, 1.0, 1.0]),  # two are named
        ("Where does Bo Li live?", [1.0, 1.2, 1.0, 1.0]),
        ("How does a user log in?", [1.0, 1.0, 1.0, 1.0]),  # a role is no name
        ("Which canada goose?", [1.0, 1.0, 1.0, 1.0]),
        ("", [1.0, 1.0, 1.0, 1.0]),
    ],
)
def test_the_one_person_that_a_question_names_is_heard_first(query: str, scores_given: list[float]) -> None:
    assert by_named([1.0] * 4, ["Ada", "Bo Li", "user", "The Boss"], query, 0.2) == pytest.approx(scores_given)


@pytest.mark.parametrize("role", sorted(ROLES))
@pytest.mark.parametrize("form", [str.lower, str.title])
def test_no_role_is_preferred(role: str, form: Callable[[str], str]) -> None:
    assert by_named([1.0, 0.5], [form(role), "Ada"], f"What did the {role} say?", 0.2) == [1.0, 0.5]


def test_without_dates_the_later_place_is_newer() -> None:
    assert latest_first([1.0, 0.9], [("", 7), ("", 8)], 0.25, always) == [0.9, 1.0]


@settings(derandomize=True, deadline=None)
@given(scores, st.floats(0, 1), st.randoms(use_true_random=False))
def test_the_latest_only_trade_scores_among_the_first_ten(values: list[float], within: float, random: Random) -> None:
    moments = [("", place) for place in range(len(values))]
    random.shuffle(moments)
    given_scores = latest_first(values, moments, within, always)
    assert sorted(given_scores) == sorted(values)
    beyond = sorted(range(len(values)), key=lambda one: (-values[one], one))[10:]
    assert all(given_scores[one] == values[one] for one in beyond)


@settings(derandomize=True, deadline=None)
@given(scores)
def test_with_nothing_to_trade_for_the_order_stays(values: list[float]) -> None:
    order = sorted(range(len(values)), key=lambda one: (-values[one], one))
    after = latest_first(values, [("", 0)] * len(values), 0.0, always)
    assert sorted(range(len(values)), key=lambda one: (-after[one], one)) == order
