"""What an event adds: few labels of ours, never words of a text."""

import pytest

from scrubjay.identity.insight.events import Event, Measure, labelled, remembered, searched, told_events


@pytest.mark.parametrize(
    ("text", "label"),
    [("session_init", "session_init"), ("hook", "hook"), ("Ada's salary", "other"), ("", "other"), ("a" * 41, "other"),
     ("ünï", "other"), ("docs/a.md", "other"), ("hook\n", "other")],
)  # fmt: skip
def test_a_label_is_a_plain_word_or_other(text: str, label: str) -> None:
    assert labelled(text) == label


def test_a_search_counts_how_it_was_answered_and_that_nothing_was_found() -> None:
    assert searched("hybrid", "", "good", 3) == (Event(Measure.HOW, "hybrid"), Event(Measure.FIT, "good"))
    assert Event(Measure.MISSED, "searches") in searched("degraded", "no_vectors", "nothing", 0)
    assert Event(Measure.WHY, "no_vectors") in searched("degraded", "no_vectors", "nothing", 0)


def test_only_what_is_stored_counts_by_grade() -> None:
    assert remembered("stored", "told") == (Event(Measure.OUTCOME, "stored_told"),)
    assert remembered("blocked", "said") == (Event(Measure.OUTCOME, "blocked"),)
    assert remembered("stored", "") == (Event(Measure.OUTCOME, "stored"),)


def test_tokens_are_estimated_by_characters_and_silence_counts_nothing() -> None:
    assert told_events("hook", 9) == (Event(Measure.TOLD, "hook", number=3),)
    assert told_events("hook", 0) == ()
