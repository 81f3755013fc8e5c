"""Sentences: no splitter changes a word, and each ends them where its kind of text does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.text.sentences import End, split, split_at, whole

TEXT = st.text("aA1 .!?;:\n\"')]`(-。", max_size=60) | st.text(max_size=60)


@given(TEXT, st.sampled_from(End))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_whole_sentences_joined_are_the_text(text: str, end: End) -> None:
    found = whole(text, end)
    assert "".join(found) == text
    assert "" not in found


@given(TEXT)
@settings(derandomize=True, deadline=None, max_examples=300)
def test_prose_loses_nothing_but_space(text: str) -> None:
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("end", list(End))
def test_a_plain_text_is_cut_at_its_stops(end: End) -> None:
    text = "It rains today. We stay home. Nobody minds."
    assert [one.strip(" .") for one in split_at(text, end)] == ["It rains today", "We stay home", "Nobody minds"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See e.g. the pool. It holds.", ("See e.g. the pool.", "It holds.")),
        ("Call `a. B` first. Then stop.", ("Call `a. B` first.", "Then stop.")),
        ("J. Doe wrote it. 1. is no end.", ("J. Doe wrote it.", "1. is no end.")),
        ("池子很满。请等。", ("池子很满。", "请等。")),
    ],
)
def test_prose_ends_at_no_abbreviation_code_or_number(text: str, found: tuple[str, ...]) -> None:
    assert split(text) == found
