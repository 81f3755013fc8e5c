"""Only a repetition is a duplicate: a small difference can turn a claim round."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.likeness import compare, telling_difference

NIGHT = "At night the one worker of this machine keeps the lock of the home while it drains the queue"
LONG = (
    "the search that clients ask for come in pages of fifty from the replica which is kept beside the primary in Paris"
)
DENIED = (
    "When clients don't send a version header with the call to the primary of the search, the queue behind the replica"
)


@pytest.mark.parametrize(
    ("claim", "other", "one"),
    [
        ("We use Redis for caching.", "we use redis for caching", True),
        (NIGHT.replace("the lock", "a lock"), NIGHT, True),
        (f"{NIGHT.replace('the queue', 'queue')} (docs/a.md:3)", NIGHT, True),
        (NIGHT.replace("it drains", "it also drains"), NIGHT, False),  # only articles carry nothing
        (f"{DENIED} is not drained at all", f"{DENIED} is drained at all", False),  # one more denial
        (f"All of the results of {LONG}", f"Some of the results of {LONG}", False),
        (f"{LONG} before they are sent to it", f"{LONG} after they are sent to it", False),
        (NIGHT, NIGHT.replace("home", "host"), False),  # another noun
        ("The cache of the pool may hold 5 MB of it", "The cache of the pool may hold 5 Mb of it", False),
        ("Sessions expire after 30 minutes of rest", "Sessions expire after 60 minutes of rest", False),
        ("The bus keeps the order of events", "The bus does not keep the order of events", False),
        ("Clients must send a token with each call", "Clients may send a token with each call", False),
        ("The cache lives in Redis on each node", "The cache lives in Valkey on each node", False),
        ("The slow part takes <100 ms in each run", "The slow part takes >100 ms in each run", False),
        ("A replaces B in the old queue today", "B replaces A in the old queue today", False),
        ("Fixed in commit 3f2a91c7", "Fixed in commit 9c8b7a61", False),  # two facts
        ("The leak of the pool is fixed (3f2a91c7)", "The leak of the pool is fixed (9c8b7a61)", False),
        ("It retries three times.", "It retries three times (docs/gateway.md:3)", True),
        ("It retries three times (ADR-003, docs/a.md)", "It retries three times [docs/gateway.md:3].", True),
        ("It retries (docs/a.md lists when)", "It retries (docs/b.md lists when)", False),
        ("Use tabs here", "Use tabs there", False),  # under five words only a repetition counts
        ("The moon is bright", "Queries are quoted", False),
    ],
)
def test_claims_are_compared_as_a_careful_reader_would(claim: str, other: str, one: bool) -> None:
    assert compare(claim, other)[0] is one


@pytest.mark.parametrize(
    ("claim", "other", "difference"),
    [
        ("It takes 30 s to start up here", "It takes 60 s to start up here", "30 s / 60 s"),
        ("The queue is Redis", "The queue is Valkey", "Redis / Valkey"),
        ("It must wait", "It may wait", "must / may"),
        ("It takes <5 ms", "It takes >5 ms", "< / >"),
        ("Workers retry", "Clients retry", ""),  # other words, told apart by their stems
        ("It waits 30 s (ADR-3)", "It waits 30 s (ADR-4)", ""),
    ],
)
def test_a_difference_that_tells_is_named_with_both_sides(claim: str, other: str, difference: str) -> None:
    assert telling_difference(claim, other) == difference


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_comparing_is_symmetric_and_a_share_lies_between_none_and_all(a: str, b: str) -> None:
    (one, share), (back, other_share) = compare(a, b), compare(b, a)
    assert (one, share) == (back, other_share)
    assert 0 <= share <= 1
