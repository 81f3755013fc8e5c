"""What a person only wonders about is kept as a question, whatever kind they name; an agent's stays a hedge."""

from datetime import date

import pytest

from scrubjay.context.extraction.rules import kind_of
from scrubjay.memory.store.claim import is_wondering
from scrubjay.memory.store.request import RememberRequest, checked
from scrubjay.model.evidence import Origin


@pytest.mark.parametrize(
    "claim",
    [
        "Maybe we should use Redis.", "perhaps the cache could be in memory", "Should we use Redis?",
        "so maybe we should move the queue", "How about Redis for the sessions", "We might want to pin the image.",
        "Why don't we use cookies",
    ],
)  # fmt: skip
def test_a_wish_to_try_something_wonders(claim: str) -> None:
    assert is_wondering(claim)
    assert kind_of(claim) == "question"


@pytest.mark.parametrize(
    "claim",
    ["We should never send mails from staging.", "Timeouts should be 5 seconds.", "Maybe is a type of ours.",
     "We could not reproduce it."],
)  # fmt: skip
def test_a_rule_or_a_fact_doesnt(claim: str) -> None:
    assert not is_wondering(claim)


@pytest.mark.parametrize(("origin", "kind"), [(Origin.PERSON, "question"), (Origin.AGENT, "fact")])
def test_a_person_who_wonders_asks_whatever_kind_is_named(origin: Origin, kind: str) -> None:
    for named in ("", "fact"):
        request = RememberRequest(content="Maybe we should use Redis.", kind=named, author="anna", origin=origin)
        done = checked(request, date(2026, 3, 1))
        assert isinstance(done, RememberRequest)
        assert done.kind == kind
