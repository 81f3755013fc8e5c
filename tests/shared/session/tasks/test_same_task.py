"""A text that rewords a task keeps what was noted for it; another task doesn't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.session.tasks.merge import is_new

SAME = [
    ("", "Ship the queue"),  # steps may be noted before the task is
    ("Ship it", "ship it."),
    ("Ship it", "Ship it soon"),
    ("Fix the login timeout", "Fix login timeouts on mobile devices"),
    ("Ship the queue", "Ship the queue with bounded retries, dead letters and a page of docs"),
    ("Put orders into a queue, with retries", "Put all orders into a bounded queue, with retries"),
    ("Fix WEB-12", "Fix WEB-12 in version 2"),
    ("Warteschlange begrenzen", "Die Warteschlange für Aufträge begrenzen"),
]
NEW = [
    ("Ship the queue", "Fix the login timeout"),
    ("Add retries to the gateway client", "Document the gateway client for the team"),
    ("Ship the queue", "Drain the old queue before the move"),
    ("Warteschlange begrenzen", "Anmeldung reparieren"),
    ("修复登录", "发布队列"),
    ("Ship it", "?!"),
    ("Review PR 12", "Review PR 13"),
    ("Fix WEB-12: login", "Fix WEB-13: login"),
]


@pytest.mark.parametrize(("before", "after"), SAME)
def test_a_reworded_or_widened_task_is_the_same(before: str, after: str) -> None:
    assert not is_new(before, after)


@pytest.mark.parametrize(("before", "after"), NEW)
def test_a_task_with_other_words_is_new(before: str, after: str) -> None:
    assert is_new(before, after)


@given(st.text(max_size=40))
def test_no_task_is_new_against_itself(text: str) -> None:
    assert not is_new(text, text)


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_the_order_of_two_tasks_makes_no_difference(one: str, other: str) -> None:
    if one.strip() and other.strip():
        assert is_new(one, other) == is_new(other, one)
