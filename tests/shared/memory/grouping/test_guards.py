"""Small differences keep two claims apart, whatever their vectors say; other words for the same don't."""

import pytest

from scrubjay.memory.grouping.guards import kept_apart

APART = [
    ("number", "Sessions end after 30 minutes of silence.", "After 45 minutes of silence a session ends."),
    ("number", "The build needs LLVM 17 and cmake.", "cmake and LLVM 18 are what the build needs."),
    ("unit", "config.toml gives every timeout in seconds.", "Timeouts stand in config.toml in milliseconds."),
    ("name", "Bo approves each change of the schema.", "A schema change is approved by Cyd."),
    ("name", "Since May we ask Bo about the schema.", "About every schema change, big or small, talk to Cyd."),
    ("name", "Events go to the topic `order.created`.", "Events go to the topic `orders.created`."),
    ("polarity", "Interrupts are enabled while the flash is erased.", "During a flash erase interrupts are disabled."),
    ("polarity", "Generated code is never committed here.", "Please do commit generated code here."),
    ("time", "The renderer is going to get an allocator.", "The renderer has got its own allocator."),
    ("role", "Read from the replica, not from the primary.", "Dashboards read from the primary, not the replica."),
    ("role", "We moved from MySQL to Postgres last year.", "Last year Postgres was replaced by MySQL."),
    ("role", "UPS handles returns and DHL handles deliveries.", "DHL does the returns; deliveries go by UPS."),
    ("order", "billing calls inventory over the bus", "inventory calls billing over the bus"),
    ("polarity", "The importer skips empty rows.", "The importer skips empty columns."),
    ("polarity", "Coverage is at the goal since the rewrite.", "Coverage was at the goal before the rewrite."),
]
TOGETHER = [
    ("A token is renewed every 90 days.", "A token is renewed every 90 days!"),
    ("Ten parcels fit into a van.", "ten parcels fit into a  van"),
    (
        "Uploads are scanned for viruses before they reach the bucket.",
        "Before an uploaded file lands in storage, a scanner looks for viruses.",
    ),
    ("Idempotency keys live for 24 h.", "We forget an idempotency key once 1 day has gone by."),
]


@pytest.mark.parametrize(("kind", "claim", "other"), APART)
def test_what_differs_in_one_thing_is_another_fact(kind: str, claim: str, other: str) -> None:
    assert kept_apart(claim, other) == kind
    assert kept_apart(other, claim) == kind


@pytest.mark.parametrize(("claim", "other"), TOGETHER)
def test_the_same_in_other_words_is_not_kept_apart(claim: str, other: str) -> None:
    assert kept_apart(claim, other) == ""
    assert kept_apart(other, claim) == ""
