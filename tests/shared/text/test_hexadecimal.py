"""The forms of ids: what each takes whole, what it leaves, and that none counts a group into a larger pattern."""

import re

import pytest

from scrubjay.text import hexadecimal
from scrubjay.text.hexadecimal import COMMIT_IN_PROSE, COMMIT_PREFIX, MEMORY_ID, OBJECT_ID, OWN_ID

PATTERNS = {name: value for name, value in vars(hexadecimal).items() if name.isupper()}
SHA = "1f" * 20


@pytest.mark.parametrize(
    ("pattern", "whole", "others"),
    [
        (COMMIT_IN_PROSE, ["1a2b3c4", SHA], ["1a2b3c", "2024010", "defaced", f"{SHA}0", "1A2B3C4", "x1a2b3c4"]),
        (COMMIT_PREFIX, ["2024010", "defaced", SHA, "1f" * 32], ["1a2b3c", "1f" * 33, "1a2b3c4g"]),
        (OBJECT_ID, [SHA, "1f" * 32], [SHA[1:], f"{SHA}0", "1f" * 33, SHA.upper()]),
        (OWN_ID, ["1f" * 16], ["1f" * 15, f"{'1f' * 16}0", "1F" * 16]),
        (MEMORY_ID, ["1a2b3c4d", "1f" * 32], ["1a2b3c4", "1f" * 33, "1a2b3c4g"]),
    ],
)
def test_a_form_takes_its_ids_and_nothing_else(pattern: str, whole: list[str], others: list[str]) -> None:
    assert [text for text in [*whole, *others] if re.fullmatch(pattern, text)] == whole


def test_a_commit_is_found_among_words_and_not_within_one() -> None:
    text = f"Since 1a2b3c4, v1a2b3c4 and {SHA}; not 12345678, facade1_x or deadbeef."
    assert re.findall(COMMIT_IN_PROSE, text) == ["1a2b3c4", SHA]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_form_stands_within_a_larger_pattern_as_one_piece(name: str) -> None:
    compiled = re.compile(rf"(?:{PATTERNS[name]})|x")
    assert compiled.groups == 0
