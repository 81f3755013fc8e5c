"""One sentence, one claim made of its words: what changes the meaning keeps the claim from being supported."""

import pytest

from scrubjay.grounding.support import assess
from scrubjay.model.evidence import Support

CHANGED = [
    # a name is cut down, or made longer
    ("System users can log in without a password.", "Users can log in without a password"),
    ("The user service stops at midnight.", "The user stops at midnight"),
    ("Every customer is deleted at midnight.", "Every customer project is deleted at midnight"),
    ("US customers pay sales tax.", "Customers pay sales tax"),
    ("IT approves new laptops.", "They approve new laptops"),
    # a figure, a unit
    ("The limit is 1,500 requests per minute.", "The limit is 500 requests per minute"),
    ("Most users have fewer than 10,000 visits.", "Most users have fewer than 10 visits"),
    ("The lease lasts 30 s on each node.", "The lease lasts 30 m on each node"),
    ("The lease lasts 30 s on each node.", "The lease lasts 30 on each node"),
    ("TLS 1.0 ❌ on the edge", "TLS 1.0 ✅ on the edge"),
    # a small word
    ("The gateway has a cache.", "The gateway is a cache"),
    ("The broker restarts the worker.", "The broker restarts with the worker"),
    ("The indexer starts and the loader stops.", "The indexer starts when the loader stops"),
    ("The indexer starts and the loader stops.", "The indexer starts so the loader stops"),
    ("You delete stale branches every week.", "They delete stale branches every week"),
    ("Alpha, which replaced Beta, uses Kafka.", "Alpha replaced Beta uses Kafka"),
    ("Alpha uses Kafka and Beta uses NATS.", "Alpha and Beta use NATS"),
    ("Everything but the checkout runs on Lambda.", "The checkout runs on Lambda"),
    # an ending, a tense
    ("The timeout is configurable by operators.", "The timeout is configured by operators"),
    ("This module is important for exports.", "This module is imported for exports"),
    ("The consumer produces reports.", "The producer consumes reports"),
    ("The vault rotates keys weekly.", "The vault rotated keys weekly"),
    ("The vault rotates keys weekly.", "The vault will rotate keys weekly"),
    ("Carol is an administrator.", "Carol was an administrator"),
    ("Support for Python 3.8 will be dropped in June.", "Support for Python 3.8 is dropped in June"),
    ("It restarts the worker.", "We restart the worker"),
    ("The data isn't too large to copy.", "The data isn't large to copy"),
    ("Final builds are signed by the bot.", "Builds are signed by the bot"),
    # a label or a phrase before it
    ("Rejected: Use Valkey for caching.", "We use Valkey for caching"),
    ("Proposal: every event goes to Pulsar.", "Every event goes to Pulsar"),
    ("Option B: shard by tenant.", "We shard by tenant"),
    ("Windows: integration tests are skipped.", "Integration tests are skipped"),
    ("Ideally, snapshots run hourly.", "Snapshots run hourly"),
    ("As an auditor, you read every ledger.", "You read every ledger"),
    ("Reads and, for admins, writes bypass the cache.", "Writes bypass the cache"),
    ("It is possible to keep Jenkins and use Drone.", "We use Drone"),
    ('"We run on Azure", the vendor wrote.', "We run on Azure"),
    # a place, a condition or a remark after it, or within
    ("The endpoint is disabled in production.", "The endpoint is disabled"),
    ("The console is open to administrators.", "The console is open"),
    ("Caches are warmed as soon as a node joins.", "Caches are warmed"),
    ("Passwords are hashed with Argon2, in new tenants.", "Passwords are hashed with Argon2"),
    ("Redis is faster than Postgres.", "Redis is faster"),
    ("We use Kafka as little as we can.", "We use Kafka"),
    ("The mailer uses Sendgrid (deprecated).", "The mailer uses Sendgrid"),
    ("Use Cassandra for metrics — rejected.", "We use Cassandra for metrics"),
    ("The quota (for guests) is 5 files.", "The quota is 5 files"),
    ("The legacy API (v1) returns SOAP envelopes.", "The legacy API returns SOAP envelopes"),
]


@pytest.mark.parametrize(("source", "claim"), CHANGED)
def test_a_claim_made_of_a_sentences_words_that_says_another_thing_is_not_supported(source: str, claim: str) -> None:
    assert assess(claim, source).support is not Support.SUPPORTED


@pytest.mark.parametrize("source", dict.fromkeys(source for source, _ in CHANGED))
def test_every_one_of_these_sentences_supports_itself(source: str) -> None:
    assert assess(source, source).support is Support.SUPPORTED


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("The limit is 1,500 requests per minute.", "The limit is 1500 requests per minute"),
        ("Chosen option: Use Envoy for routing.", "We use Envoy for routing"),
        ("Note: the parser ignores blank lines.", "The parser ignores blank lines"),
        ("ADR-007: Use Envoy for routing", "We use Envoy for routing"),
        ("The application uses Envoy for routing.", "We use Envoy for routing"),
        ("We will use Envoy for routing.", "We use Envoy"),
        ("However, the parser ignores blank lines.", "The parser ignores blank lines"),
        ("Event-driven processing (EDA) needs a broker.", "Event-driven processing needs a broker"),
        ("Unless the flag is set, caches are cleared.", "Unless the flag is set, caches are cleared"),
        ("The parser ignores blank lines, because they mean nothing.", "The parser ignores blank lines"),
    ],
)
def test_a_claim_that_is_a_whole_clause_of_a_sentence_is_supported(source: str, claim: str) -> None:
    assert assess(claim, source).support is Support.SUPPORTED


@pytest.mark.parametrize(
    "claim", ["we use Go", "we use services", "The repository was closed", "The team changed the architecture"]
)
def test_a_short_claim_that_states_something_is_not_held_by_a_citation_alone(claim: str) -> None:
    assert assess(claim, "Servers are written in Rust.").support is Support.UNRELATED


def test_what_is_longer_than_can_be_compared_is_not_supported() -> None:
    long = " ".join(f"word{number}" for number in range(121))
    assert assess(f"{long} and logins are open", f"{long}.").support is not Support.SUPPORTED
    assert assess(long, f"{long} is what nobody should do.").support is not Support.SUPPORTED
