"""Doubt is found where the writer doubts, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.prose import find_hedges, is_english

SPECULATION, UNCERTAINTY, SUGGESTION = "personal speculation", "admitted uncertainty", "suggestion"


@pytest.mark.parametrize(
    ("claim", "category", "words"),
    [
        ("I think we should use Redis", SPECULATION, "I think"),
        ("I think we should use Redis, definitely", SPECULATION, "I think"),
        ("I really believe the cache is warm", SPECULATION, "I really believe"),
        ("I assume the pool is exhausted", SPECULATION, "I assume"),
        ("Redis is the store, I suppose", SPECULATION, "I suppose"),
        ("The port is 8080, I guess", SPECULATION, "I guess"),
        ("My guess is that the pool is exhausted", SPECULATION, "My guess"),
        ("I'm not 100% sure Redis is the store", UNCERTAINTY, "not 100% sure"),
        ("I **think** we use Redis", SPECULATION, "I **think"),
        ("I th\u200bink we use Redis", SPECULATION, "I th\u200bink"),
        ("\uff29 \uff54\uff48\uff49\uff4e\uff4b we use Redis", SPECULATION, "\uff29 \uff54\uff48\uff49\uff4e\uff4b"),
        ("I don't know why the build fails", UNCERTAINTY, "I don't know"),
        ("I could be wrong: the port is 8080", UNCERTAINTY, "I could be wrong"),
        ("We are not sure whether the cache is used", UNCERTAINTY, "not sure"),
        ("The build fails at night, no idea why", UNCERTAINTY, ", no idea"),
        ("I have no idea why it fails", UNCERTAINTY, "I have no idea"),
        ("Maybe we should move to Kafka", SUGGESTION, "Maybe we should"),
        ("Perhaps we could shard the table", SUGGESTION, "Perhaps we could"),
        ("How about moving to Kafka", SUGGESTION, "How about"),
        ("We might want to shard the table", SUGGESTION, "We might want to"),
        ('"I think we use Redis"', SPECULATION, "I think"),  # a claim can't hide in quotation marks
    ],
)
def test_doubt_is_named_with_its_words_and_place(claim: str, category: str, words: str) -> None:
    hedge = find_hedges(claim)[0]
    assert (hedge.category, hedge.words) == (category, words)
    assert claim[hedge.start : hedge.end] == hedge.words


@pytest.mark.parametrize(
    "claim",
    [
        "May 2024 release",
        "We shipped it in May, after the freeze",
        "We couldn't reproduce the crash",
        "The client can't connect without TLS",
        "The limit should be 5",
        'The error text is "I think not" in every version',
        "The flag `not_sure` is read once by the worker",
        "The server may timeout under load",  # what is technical is part of the claim
        "Connections typically complete in <100ms",
        "The queue tends to grow at night",
        "It takes about 5 minutes, roughly 30 workers",
        "The key is possibly rotated",
        "It is unclear whether Redis is the store",
        "If you are not sure, ask the owner",
        "The parser has no idea of columns",
        "We think in streams: each worker reads one",
        "I prefer tabs over spaces",
    ],
)
def test_what_only_looks_like_doubt_is_left_alone(claim: str) -> None:
    assert find_hedges(claim) == ()


@pytest.mark.parametrize(
    ("claim", "english"),
    [
        ("The database is dumped every night and then checked", True),
        ("Die Datenbank wird nachts gesichert und danach geprüft", False),
        ("数据库每天晚上备份", False),
        ("tabs over spaces", True),
    ],
)
def test_hedges_of_another_language_are_said_to_be_not_assessed(claim: str, english: bool) -> None:
    assert is_english(claim) is english


@given(st.text(max_size=300))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_every_hedge_lies_within_its_claim_and_no_two_overlap(claim: str) -> None:
    end = 0
    for hedge in find_hedges(claim):
        assert end <= hedge.start < hedge.end <= len(claim)
        end = hedge.end
