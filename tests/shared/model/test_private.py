"""What a person marks as private is in no text that is read, however the marks stand; everything else stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model.private import without_private

CODE = "the code is 4711"


@pytest.mark.parametrize(
    "text",
    [
        f"go on <private>{CODE}</private> now",
        f"go on <PRIVATE class='x'>{CODE}</Private > now",
        f"go on\n<private>\n{CODE}\n</private>\nnow",
        f"go on <private>a <private>b</private> {CODE}</private> now",
        f"go on now <private>{CODE}",
        f"go on now <private><private>x</private>{CODE}",
        f"go on now\n#private {CODE}",
        f"go on\n  #PRIVATE: {CODE}\nnow",
        f"go on </private> now\n#private {CODE}\r\n",
    ],
)
def test_what_is_private_is_gone_and_the_rest_stays(text: str) -> None:
    shown = without_private(text)
    assert "4711" not in shown
    assert "go on" in shown
    assert "now" in shown


@pytest.mark.parametrize("text", ["a private matter", "see the #private tag", "#privateers sail", "x < private > y"])
def test_the_word_alone_marks_nothing(text: str) -> None:
    assert without_private(text) == text


@given(st.lists(st.sampled_from(["<private>", "</private>", "\n", "word ", f"<private>{CODE}</private>"]), max_size=12))
def test_between_two_marks_nothing_is_read(parts: list[str]) -> None:
    assert "4711" not in without_private("".join(parts))
