"""A sentence comes whole, then in parts that stand in it word by word."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.context.extraction.stated import FEWEST, MOST_CLAUSES, Part, parts


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("docs are in US English", [("docs are in US English", True)]),
        ("add the retry, and btw the vendor throttles us", [
            ("add the retry, and btw the vendor throttles us", True), ("add the retry", False),
            ("the vendor throttles us", False),
        ]),
        ("so it is", []),
    ],
)  # fmt: skip
def test_clauses_come_alone_and_together(sentence: str, expected: list[tuple[str, bool]]) -> None:
    assert parts(sentence) == tuple(Part(text, whole) for text, whole in expected)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(st.sampled_from("ab and so, but; because (x) - … .:"), max_size=120))
def test_every_part_stands_in_its_sentence(sentence: str) -> None:
    found = parts(sentence)
    assert all(part.text in sentence and len(part.text.split()) >= FEWEST for part in found)
    assert len(found) <= MOST_CLAUSES * (MOST_CLAUSES + 1) // 2
    assert sum(part.is_whole for part in found) <= 1
