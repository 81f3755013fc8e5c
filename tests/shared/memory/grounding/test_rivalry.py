"""Rivals are equal but for a figure, a version, a date, a name or a negation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.likeness import rival

TEXTS = st.lists(
    st.sampled_from(
        ["The", "pool", "holds", "waits", "30", "60", "Redis", "Valkey", "not", "never", "does", "connections", "for",
         "minutes", "1.2", "1.3", "is", "queue", "the"]
    ),
    max_size=8,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "other", "differs"),
    [
        ("Sessions expire after 30 minutes", "Sessions expire after 60 minutes", "30 / 60"),
        ("The driver is at version 1.2 now", "The driver is at version 1.3 now", "1.2 / 1.3"),
        ("The freeze begins on 2026-11-02", "The freeze begins on 2026-12-01", "2026-11-02 / 2026-12-01"),
        ("The queue of jobs is Redis", "The queue of jobs is Valkey", "Redis / Valkey"),
        ("The billing service is owned by Bob", "The billing service is owned by Ann", "Bob / Ann"),
        ("PostgreSQL holds the queue of jobs", "RabbitMQ holds the queue of jobs", "PostgreSQL / RabbitMQ"),
        ("Bob owns the billing service", "Ann owns the billing service", ""),  # a first letter tells nothing
        ("The bus keeps the order of events", "The bus does not keep the order of events", " / does not"),
        ("The app has no cache of its own", "The app has a cache of its own", "no / a"),
        ("The suite was not run on Windows", "The suite is run on Windows", "was not / is"),
        ("Never force-push release branches", "Force-push release branches", "Never / "),
        ("Sessions expire after 30 minutes (ADR-3)", "Sessions expire after 60 minutes (ADR-4)", "30 / 60"),
        ("Sessions expire after **30** minutes", "sessions expire after 60 minutes.", "30 / 60"),
        ("Sessions expire after 30 minutes", "Sessions expire after 30 minutes", ""),
        ("Sessions expire after 30 minutes", "A login lives for 60 minutes", ""),  # near, no rival
        ("Workers retry three times", "Clients retry three times", ""),  # two subjects
        ("Staging listens on port 8000", "Production listens on port 8000", ""),
        ("It is 30", "It is 60", ""),  # nothing says what both are about
        ("The server keeps logs for 30 days", "The server keeps logs for 30 days and rotates them each night", ""),
    ],
)
def test_only_what_differs_in_one_of_those_is_a_rival(claim: str, other: str, differs: str) -> None:
    assert rival(claim, other) == differs


@given(TEXTS, TEXTS)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_rivalry_is_symmetric_but_for_the_order(one: str, two: str) -> None:
    assert (
        rival(one, two) == " / ".join(reversed(rival(two, one).split(" / ")))
        if rival(one, two)
        else not rival(two, one)
    )


@given(TEXTS)
@settings(max_examples=60, derandomize=True, deadline=None)
def test_nothing_rivals_itself(text: str) -> None:
    assert rival(text, text) == ""
