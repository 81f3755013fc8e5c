"""Why did a question find nothing? Every reason is told, and those that apply come first."""

from dataclasses import replace

import pytest

from scrubjay.model.view import OmittedFile
from scrubjay.search.recall.absence import AbsenceFacts, absence_reasons

NONE = AbsenceFacts(
    filters=(), found=0, unfiltered=0, spoken=False, fit="nothing", waiting=(), ended=(), elsewhere=(), files=(),
    left_out=0, unread="", masked=(), masked_lines=0, secret=False, behind=0, embedded=1.0, degraded=(), quarantined=0,
    withheld=0,
)  # fmt: skip


def applying(facts: AbsenceFacts) -> list[str]:
    return [reason.name for reason in absence_reasons(facts) if reason.applies]


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        (NONE, ["Not there"]),
        (replace(NONE, filters=("the path docs",), unfiltered=3, spoken=True), ["Left out by a filter"]),
        (replace(NONE, filters=("the path docs",)), ["Not there"]),
        (replace(NONE, found=2, unfiltered=2, spoken=True, fit="weak"), ["Below the line"]),
        (replace(NONE, found=8, unfiltered=8), ["Not there", "Below the line"]),
        (replace(NONE, found=2, unfiltered=2, fit="good"), []),
        (replace(NONE, secret=True), ["Masked as a secret", "Not there"]),
        (replace(NONE, masked=(("docs/key.md", 1),), masked_lines=1), ["Masked as a secret", "Not there"]),
        (replace(NONE, masked_lines=4), ["Not there"]),
        (replace(NONE, behind=2), ["Not there", "Not indexed or embedded yet"]),
        (replace(NONE, embedded=0.5), ["Not there", "Not indexed or embedded yet"]),
        (replace(NONE, files=(OmittedFile("keys/gate.pem", "its name"),), left_out=1), ["File left out"]),
        (replace(NONE, quarantined=4), ["Not there"]),
        (replace(NONE, quarantined=4, withheld=None), ["Not there"]),
        (replace(NONE, quarantined=4, withheld=1, found=8, unfiltered=8), ["Quarantined", "Below the line"]),
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


@pytest.mark.parametrize(
    ("withheld", "words"),
    [
        (1, "1 memory with these words is withheld: a person quarantined who wrote it."),
        (0, "3 memories are quarantined; none holds these words."),
        (None, "3 memories are quarantined; only a person's page says whether they hold these words."),
    ],
)
def test_what_is_quarantined_is_told_for_these_words(withheld: int | None, words: str) -> None:
    reasons = absence_reasons(replace(NONE, quarantined=3, withheld=withheld))
    assert [one.words for one in reasons if one.name == "Quarantined"] == [words]


def test_each_reason_ends_as_a_sentence() -> None:
    for facts in (
        NONE,
        replace(NONE, masked=(("docs/key.md", 2),), masked_lines=2, behind=1, quarantined=1, found=1, fit="weak"),
    ):
        assert all(reason.words.endswith((".", ")")) for reason in absence_reasons(facts))


def test_what_else_is_not_read_stands_beside_the_files_that_are_left_out() -> None:
    (words,) = [
        one.words for one in absence_reasons(replace(NONE, unread="not read: x")) if one.name == "File left out"
    ]
    assert words == "0 selected files left out in all; not read: x."
