"""Words and stems: each kind's own answer, and what holds for all of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.text.words import Word, beginning, light_stem, matches, spaced_camel_case, stem, words

TEXT = st.text(st.characters(exclude_categories=()), max_size=80) | st.text("aZé_09.-'’/:[, \n%", max_size=60)


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (Word.WHOLE, ["don", "t", "poolSize_max", "17", "5", "utf8", "follow", "up"]),
        (Word.PLAIN, ["don", "t", "poolSize", "max", "17", "5", "utf8", "follow", "up"]),
        (Word.LETTERS, ["don", "t", "poolSize", "max", "utf", "follow", "up"]),
        (Word.HYPHENATED, ["don", "t", "poolSize", "max", "utf", "follow-up"]),
        (Word.PARTS, ["don", "t", "pool", "Size", "max", "utf", "follow", "up"]),
        (Word.NUMBERED_PARTS, ["don", "t", "pool", "Size", "max", "17", "5", "utf", "8", "follow", "up"]),
        (Word.SPOKEN, ["don't", "poolSize", "max", "utf", "follow", "up"]),
        (Word.MEASURED, ["don't", "poolSize_max", "17.5", "%", "utf8", "follow", "up"]),
        (Word.OBSERVED, ["don", "t", "poolSize", "max", "17.5", "utf", "8", "follow", "up"]),
        (Word.JOINED, ["don", "t", "poolSize_max", "17.5", "utf8", "follow-up"]),
    ],
)
def test_each_kind_has_its_own_words(kind: Word, found: list[str]) -> None:
    assert words("don't poolSize_max 17.5% utf8 follow-up", kind) == found


@given(TEXT, st.sampled_from(Word), st.integers(1, 4))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_words_stand_in_the_text_in_order_without_overlap(text: str, kind: Word, shortest: int) -> None:
    found = words(text, kind)
    place = 0
    for match, word in zip(matches(text, kind), found, strict=True):
        assert word == match.group() == text[match.start() : match.end()] != ""
        assert match.start() >= place
        place = match.end()
    assert words(text, kind, shortest=shortest) == [word for word in found if len(word) >= shortest]


@given(TEXT, st.booleans())
@settings(derandomize=True, deadline=None, max_examples=300)
def test_spacing_camel_case_adds_spaces_only_and_once(text: str, figures: bool) -> None:
    apart = spaced_camel_case(text, figures=figures)
    assert apart.replace(" ", "") == text.replace(" ", "")
    assert spaced_camel_case(apart, figures=figures) == apart


def test_a_figure_ends_a_part_but_not_a_number_in_hex() -> None:
    assert spaced_camel_case("sha256Sum HTTPServer") == "sha256 Sum HTTP Server"
    assert spaced_camel_case("5F1A getUser", figures=False) == "5F1A get User"


@given(st.text("abdeginrsty", min_size=1, max_size=12))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_every_form_begins_as_its_word_does(word: str) -> None:
    assert word.startswith(light_stem(word))
    assert word.startswith(beginning(word))
    assert stem(word)[:1] == word[0]


@pytest.mark.parametrize(
    ("word", "snowball", "light", "begins"),
    [
        ("deployments", "deploy", "deployment", "deployme"),
        ("retries", "retri", "retr", "retr"),
        ("naïve", "naïve", "naïv", "naïv"),
        ("this", "this", "this", "this"),
    ],
)
def test_three_forms_of_a_word(word: str, snowball: str, light: str, begins: str) -> None:
    assert (stem(word), light_stem(word), beginning(word)) == (snowball, light, begins)
