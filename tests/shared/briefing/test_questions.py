"""Titles become questions that people would ask."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.briefing.questions import decision_question, heading_question


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Use SQLite", "why do we use SQLite?"),
        ("2. Login forms", "what did we decide about login forms?"),
        ("ADR-0007: Keep the core synchronous", "why do we keep the core synchronous?"),
        ("Using Kafka for events", "why are we using Kafka for events?"),
        ("Why events carry ids", "why events carry ids?"),
        ("OEP-12 Event bus", "what did we decide about event bus?"),
        ("AMQP over HTTP.", "what did we decide about AMQP over HTTP?"),
        ("ADR Template", ""),
        ("Postgres", ""),
        ("", ""),
        ("x " * 100, ""),
    ],
)
def test_a_decisions_title_becomes_the_question_it_answers(title: str, asked: str) -> None:
    assert decision_question(title) == asked


@pytest.mark.parametrize(
    ("heading", "asked"),
    [
        ("Usage > Deploy the canary", "what do the documents say about deploy the canary?"),
        ("Magpie", "what do the documents say about magpie?"),
        ("How to release", "how to release?"),
        ("Guide > Introduction", ""),
        ("API", ""),
        ("", ""),
    ],
)
def test_a_heading_becomes_a_question_unless_every_document_has_it(heading: str, asked: str) -> None:
    assert heading_question(heading) == asked


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.text(max_size=200))
def test_any_title_gives_one_line_or_nothing(title: str) -> None:
    for asked in (decision_question(title), heading_question(title)):
        assert "\n" not in asked
        assert asked == "" or asked.endswith("?")
