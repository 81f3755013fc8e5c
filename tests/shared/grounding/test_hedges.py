"""Doubt is found where the writer doubts, and nowhere else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.grounding.hedges import HedgeCategory, HedgeDetector

DETECTOR = HedgeDetector()
SPECULATION, UNCERTAINTY, SUGGESTION = HedgeCategory.SPECULATION, HedgeCategory.UNCERTAINTY, HedgeCategory.SUGGESTION
TECHNICAL, APPROXIMATION = HedgeCategory.TECHNICAL, HedgeCategory.APPROXIMATION


@pytest.mark.parametrize(
    ("claim", "category", "words"),
    [
        ("I think we should use Redis", SPECULATION, "I think"),
        ("I think we should use Redis, definitely", SPECULATION, "I think"),
        ("I really believe the cache is warm", SPECULATION, "I really believe"),
        ("My guess is that the pool is exhausted", SPECULATION, "My guess"),
        ("I’d say Redis is the store", SPECULATION, "I’d say"),
        ("I'm pretty sure Redis is the store", SPECULATION, "I'm pretty sure"),
        ("To my knowledge Redis is the store", SPECULATION, "To my knowledge"),
        ("Redis is the store, if I'm not mistaken", SPECULATION, "if I'm not mistaken"),
        ("I'm not 100% sure Redis is the store", UNCERTAINTY, "I'm not 100% sure"),
        ("Correct me if I am off: Redis is the store", UNCERTAINTY, "Correct me if"),
        ("I'd recommend Redis as the store", SUGGESTION, "I'd recommend"),
        ("It looks like Redis is the store", TECHNICAL, "It looks like"),
        ("It is unclear whether Redis is the store", TECHNICAL, "unclear whether"),
        ("I **think** we use Redis", SPECULATION, "I **think"),
        ("I th\u200bink we use Redis", SPECULATION, "I th\u200bink"),
        ("\uff29 \uff54\uff48\uff49\uff4e\uff4b we use Redis", SPECULATION, "\uff29 \uff54\uff48\uff49\uff4e\uff4b"),
        ("I don't know why the build fails", UNCERTAINTY, "I don't know"),
        ("The key is possibly rotated", UNCERTAINTY, "possibly"),
        ("I could be wrong: the port is 8080", UNCERTAINTY, "I could be wrong"),
        ("We are not sure whether the cache is used", UNCERTAINTY, "We are not sure"),
        ("Maybe we should move to Kafka", SUGGESTION, "Maybe we should"),
        ("How about moving to Kafka", SUGGESTION, "How about moving"),
        ("We might want to shard the table", SUGGESTION, "We might want"),
        ("The server may timeout under load", TECHNICAL, "may"),
        ("Connections typically complete in <100ms", TECHNICAL, "typically"),
        ("The queue tends to grow at night", TECHNICAL, "tends to"),
        ("A retry can fail twice", TECHNICAL, "can fail"),
        ("It takes about 5 minutes", APPROXIMATION, "about 5"),
        ("There are ~30 workers", APPROXIMATION, "~3"),
        ('"I think we use Redis"', SPECULATION, "I think"),  # a claim can't hide in quotation marks
    ],
)
def test_doubt_is_named_with_its_words_and_place(claim: str, category: HedgeCategory, words: str) -> None:
    hedge = DETECTOR.detect(claim).hedges[0]
    assert (hedge.category, hedge.words) == (category, words)
    assert claim[hedge.start : hedge.end] == hedge.words


@pytest.mark.parametrize(
    "claim",
    [
        "May 2024 release",
        "The release of May was the last one",
        "We shipped it in May, after the freeze",
        "We couldn't reproduce the crash",
        "The client can't connect without TLS",
        "The limit should be 5",
        "Turn around the loop before the write",
        "Clients MAY retry, servers SHOULD answer",
        "You may set the timeout in the file",
        'The error text is "this might fail" in every version',
        "The flag `maybe_retry` is read once by the worker",
        "The option --may-fail is on for the nightly build",
        "I prefer tabs over spaces",
        "The API returns JSON for REST responses",
    ],
)
def test_what_only_looks_like_doubt_is_left_alone(claim: str) -> None:
    assert DETECTOR.detect(claim).hedges == ()


def test_the_graver_category_wins_over_an_overlapping_one() -> None:
    assert [hedge.category for hedge in DETECTOR.detect("Maybe we should move").hedges] == [SUGGESTION]


@pytest.mark.parametrize(
    ("claim", "assessed"),
    [
        ("The database is dumped every night and then checked", True),
        ("Die Datenbank wird nachts gesichert und danach geprüft", False),
        ("数据库每天晚上备份", False),
        ("tabs over spaces", True),
    ],
)
def test_another_language_is_said_to_be_not_assessed(claim: str, assessed: bool) -> None:
    assert DETECTOR.detect(claim).assessed is assessed


@given(st.text(max_size=300))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_every_hedge_lies_within_its_claim_and_no_two_overlap(claim: str) -> None:
    end = 0
    for hedge in DETECTOR.detect(claim).hedges:
        assert end <= hedge.start < hedge.end <= len(claim)
        end = hedge.end
