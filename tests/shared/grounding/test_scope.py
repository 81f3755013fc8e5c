"""A sentence that holds a claim's words may still say another thing: what it says beside them counts."""

import pytest

from scrubjay.grounding.support import assess
from scrubjay.model.evidence import Support

SOURCE = """\
Alice reviews every migration and Bob deploys it. Writes go to the primary and reads go to the replica.
The staging cluster has 3 nodes and the production cluster has 9 nodes. Redis (a key-value store) holds sessions.
Access tokens are valid for at least 15 minutes. Uploads larger than 20 MB are rejected.
TLS 1.3 is required for all public endpoints. Admin users can delete tenants. The gateway retries failed requests.
The scheduler starts when the leader is elected. In staging, the gateway listens on port 8443.
Data is copied from the primary to the replica. The queue is drained by the worker. Customers pay by card and invoice.
Debug logging is switched off in production. Files over 5 MB are compressed. Retention lies between 7 and 30 days.
The wiki said: deploys happen on Mondays. Vendors claim that Oracle scales. The default timeout was 90 seconds.
We used to run Jenkins. Kafka needs a cluster with three brokers. The cache uses LRU or LFU eviction.
The API limit is 100 requests per minute. Redis runs on port 6379 in staging and production.
Exports hold CSV, JSON, XML and YAML. We will use Terraform for provisioning, because it is declarative.
The 99th percentile is <100 ms at 10 % of the load. The licence costs $5 a seat. It runs at -5 degrees.
Tests for the parser run on Windows. Kafka for events
"""


@pytest.mark.parametrize(
    "claim",
    [
        "Alice deploys it",
        "Writes go to the replica",
        "The staging cluster has 9 nodes",
        "Access tokens are valid for 15 minutes",
        "Uploads of 20 MB are rejected",
        "Uploads are rejected",
        "TLS 1.3 is required for all endpoints",
        "TLS 1.3 is required for all public",
        "Users can delete tenants",
        "The gateway retries requests",
        "The scheduler starts",
        "The gateway listens on port 8443",
        "Data is copied to the primary from the replica",
        "The queue drains the worker",
        "Customers pay by card or invoice",
        "Debug logging is switched on in production",
        "Files under 5 MB are compressed",
        "Retention is 7 days",
        "Deploys happen on Mondays",
        "Oracle scales",
        "The default timeout is 90 seconds",
        "We run Jenkins",
        "We use a Kafka cluster with three brokers",
        "The cache uses LRU",
        "The API limit is 100",
        "The API limit is 100 requests",
        "The parser runs on Windows",
        "The 99th percentile is >100 ms at 10 % of the load",
        "The 99th percentile is 100 ms at 10 % of the load",
        "The 99th percentile is <100 ms at 10 of the load",
        "The licence costs 5 a seat",
        "The licence costs €5 a seat",
        "It runs at 5 degrees",
        "Terraform",
        "Is Terraform used for provisioning?",
    ],
)
def test_a_claim_cut_from_a_sentence_that_says_another_thing_is_not_supported(claim: str) -> None:
    assert assess(claim, SOURCE).support is not Support.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "Bob deploys it",
        "Alice reviews every migration",
        "Reads go to the replica",
        "The production cluster has 9 nodes",
        "Redis holds sessions",
        "Redis runs on port 6379 in production",
        "Redis runs on port 6379 in staging",
        "Exports hold YAML",
        "We use Terraform for provisioning",
        "We decided to use Terraform for provisioning",
        "Data is copied from the primary to the replica",
        "The queue is drained by the worker",
        "The default timeout was 90 seconds",
        "The cache uses LRU or LFU eviction",
        "We use Kafka for events",
        "The 99th percentile is <100 ms at 10% of the load",
        "The licence costs $5 a seat",
    ],
)
def test_a_claim_that_leaves_out_what_changes_nothing_is_supported(claim: str) -> None:
    assert assess(claim, SOURCE).support is Support.SUPPORTED


@pytest.mark.parametrize(
    "said",
    [
        "Remember that we deploy on Fridays.",
        "Yes, please keep in mind that we deploy on Fridays, thanks.",
        "btw we deploy on Fridays",
        "Note: we deploy on Fridays.",
        "I want you to remember: we deploy on Fridays.",
        "Ok, we deploy on Fridays.",
    ],
)
def test_words_that_only_address_the_reader_change_nothing(said: str) -> None:
    assert assess("We deploy on Fridays", said).support is Support.SUPPORTED


@pytest.mark.parametrize(
    "said",
    ["Do we deploy on Fridays?", "He said that we deploy on Fridays.", "Don't remember that we deploy on Fridays.",
     "Remember that in staging we deploy on Fridays.", "Make sure that nobody believes we deploy on Fridays."],
)  # fmt: skip
def test_words_that_say_something_else_before_do(said: str) -> None:
    assert assess("We deploy on Fridays", said).support is not Support.SUPPORTED
