"""A text supports a claim only when one of its sentences says just that."""

import pytest

from scrubjay.grounding.support import assess
from scrubjay.model.evidence import Support

RECORD = """\
# ADR-003: Use Redis for caching

* Status: accepted

## Context
Could we use Memcached for caching?

## Decision
We will use Redis for caching session data. Sessions expire after 30 minutes. Kafka was rejected as a broker.
Events are sent asynchronously to all consumers, because we can't block. The bus doesn't guarantee order.
We might use Valkey for caching later. If the pool is full, new clients wait in a queue.
"""


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("we use Redis for caching", Support.SUPPORTED),
        ("We decided to use Redis for caching session data", Support.SUPPORTED),
        ("Sessions expire after 30 minutes", Support.SUPPORTED),
        ("Events are sent asynchronously to all consumers", Support.SUPPORTED),
        ("The bus does not guarantee order", Support.SUPPORTED),
        ("we use Kafka for caching session data", Support.CONTRARY),  # another name
        ("Sessions expire after 60 minutes", Support.CONTRARY),  # another number
        ("Sessions never expire after 30 minutes", Support.CONTRARY),  # turned round
        ("The bus guarantees order of all events", Support.UNRELATED),
        ("Events are sent synchronously to all consumers", Support.UNRELATED),  # the opposite word isn't there
        ("Kafka is a broker", Support.CONTRARY),  # the source says: rejected
        ("we use Memcached for caching", Support.UNRELATED),  # a question states nothing
        ("we use Valkey for caching", Support.CONTRARY),  # the source only guesses
        ("new clients wait in a queue", Support.UNRELATED),  # nor a condition that the claim leaves out
        ("we use MySQL", Support.UNRELATED),
        ("the moon is made of cheese", Support.UNRELATED),
        ("fixed in this commit", Support.NOT_ASSESSABLE),
    ],
)
def test_a_claim_stands_to_its_source_as_a_careful_reader_says(claim: str, expected: Support) -> None:
    assert assess(claim, RECORD).support is expected


def test_the_sentence_that_decided_is_shown() -> None:
    assert assess("Sessions expire after 60 minutes", RECORD).sentence == "Sessions expire after 30 minutes."


def test_a_claim_put_together_from_two_sentences_is_not_supported() -> None:
    assert assess("we use Kafka", "We use Redis. Kafka is fast.").support is not Support.SUPPORTED


def test_words_in_another_order_are_another_claim() -> None:
    assert assess("Kafka replaces Redis in production", "Redis replaces Kafka in production.").support is not (
        Support.SUPPORTED
    )
