"""Nothing that drives a terminal, turns the reading order or hides leaves as it is, and JSON still says the same."""

import json
import math
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.model.visible import FORBIDDEN, json_text, storable, visible, visible_values

LAW = settings(max_examples=300, derandomize=True, deadline=None)

NASTY = "\x00\x07\x08\x0b\r\x1b\x7f\x80\x9b\u061c\u200e\u200f\u202a\u202e\u2028\u2029\u2066\u2069\ud800\udfff\U000e0001"
TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(NASTY + "\n\t\r\u200c\u200d\ufe0f\U000e0100")), max_size=40)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é \u4e2d", "plain é \u4e2d"),
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[2J\x07", "\\x1b[2J\\x07"),
        ("\x7f\x9b", "\\x7f\\x9b"),
        ("user\u202egnp.exe", "user\\u202egnp.exe"),
        ("a\u2028b", "a\\u2028b"),
        ("hi\U000e0041\U000e007f", "hi\\U000e0041\\U000e007f"),
        ("a\r\nb\r\n", "a\nb\n"),  # a file of Windows: its line ends are line ends
        ("over\rwritten", "over\\x0dwritten"),
        ("half \ud800", "half \\ud800"),
        ("👩\u200d💻 \u0645\u06cc\u200c\u062e ❤\ufe0f", "👩\u200d💻 \u0645\u06cc\u200c\u062e ❤\ufe0f"),
        ("pass\u200bword\u2060", "pass\\u200bword\\u2060"),
        ("ខ្ញុំ\u200bស្រឡាញ់", "ខ្ញុំ\u200bស្រឡាញ់"),
        ("variant \U000e0100", "variant \U000e0100"),
    ],
)
def test_what_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible(shown) == shown


def test_every_control_and_every_mark_of_direction_that_unicode_knows_is_among_them() -> None:
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    for code in range(0x110000):
        character = chr(code)
        wanted = (
            (unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") and character not in "\n\t")
            or unicodedata.bidirectional(character) in turning
            or character in "\u061c\u200e\u200f\u200b\ufeff"
            or 0x2060 <= code <= 0x2064
            or 0xE0000 <= code <= 0xE007F
        )
        assert bool(FORBIDDEN.match(character)) is wanted, hex(code)


@LAW
@given(TEXTS)
def test_no_text_keeps_a_forbidden_character_and_what_was_shown_once_is_shown_again_as_it_is(text: str) -> None:
    shown = visible(text)
    assert not FORBIDDEN.search(shown)
    assert visible(shown) == shown
    shown.encode()
    if not FORBIDDEN.search(text):
        assert shown == text


def readable(value: Any) -> Any:
    """What JSON can say of a value: no NaN."""
    match value:
        case float() if not math.isfinite(value):
            return None
        case list():
            return [readable(one) for one in value]
        case dict():
            return {name: readable(one) for name, one in value.items()}
    return value


def joined(value: Any) -> Any:
    """Two halves of a pair that stand together are one character in JSON, as in UTF-16."""
    return json.loads(json.dumps(value))


@LAW
@given(VALUES)
def test_json_holds_none_of_them_and_reads_back_as_the_same_value(value: Any) -> None:
    for indent in (None, 2):
        text = json_text(value, indent=indent)
        assert not FORBIDDEN.search(text)
        assert json.loads(text) == joined(readable(value))
    assert "NaN" not in json_text([math.nan])


@LAW
@given(VALUES)
def test_no_text_in_a_value_keeps_one(value: Any) -> None:
    assert not any(FORBIDDEN.search(one) for one in texts(visible_values(value)))


def texts(value: Any) -> list[str]:
    """All texts in a value, the names of members included."""
    match value:
        case str():
            return [value]
        case list():
            return [text for one in value for text in texts(one)]
        case dict():
            return [text for name, one in value.items() for text in (name, *texts(one))]
    return []


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("nul \0 é", "nul \\x00 é"),
        ("half \ud800", "half \ufffd"),
        ("\x1b \u202e", "\x1b \u202e"),
    ],
)
def test_what_is_stored(text: str, stored: str) -> None:
    assert storable(text) == stored
