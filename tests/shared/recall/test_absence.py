"""Why did a question find nothing? Every reason is told, and those that apply come first."""

from dataclasses import replace

import pytest

from scrubjay.model.view import OmittedFile
from scrubjay.recall.absence import AbsenceFacts, absence_reasons

NONE = AbsenceFacts(
    filters=(), found=0, unfiltered=0, fit="nothing", waiting=(), ended=(), elsewhere=(), files=(), left_out=0,
    masked=(), secret=False, behind=0, embedded=1.0, degraded=(), quarantined=0,
)  # fmt: skip


def applying(facts: AbsenceFacts) -> list[str]:
    return [reason.name for reason in absence_reasons(facts) if reason.applies]


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        (NONE, ["Not there"]),
        (replace(NONE, filters=("the path docs",), unfiltered=3), ["Left out by a filter"]),
        (replace(NONE, filters=("the path docs",)), ["Not there"]),
        (replace(NONE, found=2, unfiltered=2, fit="weak"), ["Below the line"]),
        (replace(NONE, found=2, unfiltered=2, fit="good"), []),
        (replace(NONE, secret=True), ["Not there", "Masked as a secret"]),
        (replace(NONE, masked=(("docs/key.md", 1),)), ["Not there", "Masked as a secret"]),
        (replace(NONE, behind=2), ["Not there", "Not indexed or embedded yet"]),
        (replace(NONE, embedded=0.5), ["Not there", "Not indexed or embedded yet"]),
        (replace(NONE, files=(OmittedFile("keys/gate.pem", "its name"),), left_out=1), ["File left out"]),
        (replace(NONE, quarantined=4), ["Not there", "Quarantined"]),
    ],
)
def test_what_applies_is_told_first(facts: AbsenceFacts, names: list[str]) -> None:
    assert applying(facts) == names
    assert [reason.applies for reason in absence_reasons(facts)] == sorted(
        (reason.applies for reason in absence_reasons(facts)), reverse=True
    )


def test_a_filter_that_hides_hits_says_how_many() -> None:
    facts = replace(NONE, filters=("the kind memory", "the path docs"), found=1, unfiltered=3)
    (reason,) = [one for one in absence_reasons(facts) if one.applies and "filter" in one.name]
    assert reason.words == "Without the kind memory and the path docs there is more: 3 hits, not 1."


def test_each_reason_ends_as_a_sentence() -> None:
    for facts in (NONE, replace(NONE, masked=(("docs/key.md", 2),), behind=1, quarantined=1, found=1, fit="weak")):
        assert all(reason.words.endswith((".", ")")) for reason in absence_reasons(facts))
