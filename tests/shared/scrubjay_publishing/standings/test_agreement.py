"""Does a document say what the memory says that it names?"""

import pytest

from scrubjay_publishing.standings.agreement import Extent, agreement

CLAIM = "Parcels above 30 kg go through the freight lift of hall two."


@pytest.mark.parametrize(
    ("text", "how"),
    [
        (f"---\nid: 1\n---\n{CLAIM}\n", Extent.WHOLE),
        (f"# {CLAIM[:-1]}\n\nKind: fact\n", Extent.WHOLE),
        (f"# 12. Lifts\n\n## Decision\n\n{CLAIM} It is never full.\n", Extent.WHOLE),
        ("Parcels above 30 kg go\nthrough the freight lift\nof hall two.\n", Extent.WHOLE),
        ("Parcels above 40 kg take the freight lift in hall three.\n", Extent.PART),
        ("The jay keeps three nests.\n", Extent.NOTHING),
        (f"<!-- {CLAIM} -->\nThe jay keeps three nests.\n", Extent.NOTHING),
        (f"---\ntitle: {CLAIM}\n---\nThe jay keeps three nests.\n", Extent.NOTHING),
        ("", Extent.NOTHING),
    ],
)
def test_a_document_says_a_claim_in_one_paragraph(text: str, how: Extent) -> None:
    assert agreement(CLAIM, text) is how


def test_the_words_of_a_claim_spread_over_a_document_are_not_the_claim() -> None:
    assert agreement(CLAIM, "\n\n".join(f"One {word} here." for word in CLAIM.split())) is Extent.NOTHING


def test_a_forgotten_memory_is_said_by_nothing() -> None:
    assert agreement("", "Anything.") is Extent.NOTHING


def test_a_claim_of_several_paragraphs_is_whole_in_its_file() -> None:
    claim = "Parcels above 30 kg take the lift.\n\n* never two\n* never three"
    assert agreement(claim, f"---\nid: 1\n---\n\n# Lift\n\n{claim}\n") is Extent.WHOLE
