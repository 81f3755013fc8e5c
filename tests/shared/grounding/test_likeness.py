"""Only a repetition is a duplicate: a small difference can turn a claim round."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.grounding.likeness import Likeness, compare


@pytest.mark.parametrize(
    ("claim", "other", "likeness"),
    [
        ("We use Redis for caching.", "we use redis for caching", Likeness.EXACT),
        (
            "At night the one worker of this machine keeps the lock of the home while it also drains the queue",
            "At night the one worker of this machine keeps the lock of the home while it drains the queue",
            Likeness.LEXICAL,
        ),
        (
            "At night the one worker of this machine keeps the lock of the home while it drains the queue",
            "At night the one worker of this machine keeps the lock of the host while it drains the queue",
            Likeness.OTHER,  # another noun
        ),
        ("The cache of the pool may hold 5 MB of it", "The cache of the pool may hold 5 Mb of it", Likeness.DIFFERS),
        ("Sessions expire after 30 minutes of rest", "Sessions expire after 60 minutes of rest", Likeness.DIFFERS),
        ("The bus keeps the order of events", "The bus does not keep the order of events", Likeness.DIFFERS),
        ("Clients must send a token with each call", "Clients may send a token with each call", Likeness.DIFFERS),
        ("The cache lives in Redis on each node", "The cache lives in Valkey on each node", Likeness.DIFFERS),
        ("Use version 15.2 of the driver for tests", "Use version 15.3 of the driver for tests", Likeness.DIFFERS),
        ("The slow part takes <100 ms in each run", "The slow part takes >100 ms in each run", Likeness.DIFFERS),
        ("A replaces B in the old queue today", "B replaces A in the old queue today", Likeness.OTHER),
        ("Fixed in commit 3f2a91c7", "Fixed in commit 9c8b7a61", Likeness.OTHER),  # two facts
        ("The leak of the pool is fixed (3f2a91c7)", "The leak of the pool is fixed (9c8b7a61)", Likeness.OTHER),
        ("It retries three times.", "It retries three times (docs/gateway.md:3)", Likeness.EXACT),
        ("It retries three times (ADR-003, docs/a.md)", "It retries three times [docs/gateway.md:3].", Likeness.EXACT),
        ("It retries (docs/a.md lists when)", "It retries (docs/b.md lists when)", Likeness.OTHER),
        ("Use tabs here", "Use tabs there", Likeness.OTHER),  # under five words only a repetition counts
        ("The moon is bright", "Queries are quoted", Likeness.OTHER),
    ],
)
def test_claims_are_compared_as_a_careful_reader_would(claim: str, other: str, likeness: Likeness) -> None:
    assert compare(claim, other).likeness is likeness


@pytest.mark.parametrize(
    ("claim", "other", "differences"),
    [
        ("Bob owns billing", "Ann owns billing", ("name: Bob / Ann",)),
        ("Redis is the queue.", "Postgres is the queue.", ("name: Redis / Postgres",)),
        ("The pool is small. Bob owns it.", "The pool is small. Ann owns it.", ("name: Bob / Ann",)),
        ("Workers retry three times", "Clients retry three times", ()),  # two subjects, no names
        ("The server speaks HTTP", "Uvicorn speaks HTTP", ()),
        ("It is big and old", "This is big and old", ()),
    ],
)
def test_a_name_that_opens_a_sentence_tells_claims_apart(claim: str, other: str, differences: tuple[str, ...]) -> None:
    seen = compare(claim, other)
    assert seen.differences == differences
    assert seen.likeness not in {Likeness.EXACT, Likeness.LEXICAL}


def test_a_difference_is_named_with_both_sides() -> None:
    assert compare("It takes 30 s to start up here", "It takes 60 s to start up here").differences == (
        "number: 30 s / 60 s",
    )


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_comparing_is_symmetric(a: str, b: str) -> None:
    assert compare(a, b).likeness is compare(b, a).likeness
