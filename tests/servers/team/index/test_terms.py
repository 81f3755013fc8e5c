"""Keys, tokens, rarity and the choice of words that are looked up."""

import pytest

from scrubjay_team.index.keys import Area, id_of, key_of, number_of, row_of, word_key
from scrubjay_team.index.statistics import bm25, rarity
from scrubjay_team.index.terms import LookedUp, looked_up
from scrubjay_team.index.tokens import IndexedText, TextTokens


def test_a_word_has_another_key_in_each_project_and_full_text() -> None:
    keys = {word_key(number, area, "queue") for number in (1, 2) for area in Area} | {key_of("memory:1", "1", "queue")}
    assert len(keys) == 2 * len(Area) + 1
    assert all(-(2**63) <= key < 2**63 for key in keys)


def test_an_id_tells_its_project_and_its_row() -> None:
    id = id_of(12, 345)
    assert (number_of(id), row_of(id)) == (12, 345)
    assert id_of(12, 346) > id > id_of(11, 2**31)


@pytest.mark.parametrize(
    ("held", "most", "chosen"),
    [
        ({"a": 9, "b": 1, "c": 5}, 5000, LookedUp(("b", "c", "a"), (), 4985)),  # all of few, the rarest first
        ({"a": 9, "b": 1, "c": 5}, 10, LookedUp(("b", "c"), ("a",), 4)),  # the next fills up what is left, and no more
        ({"a": 9, "b": 1, "c": 5}, 6, LookedUp(("b", "c"), (), 0)),  # nothing is left
        ({"a": 9}, 5, LookedUp((), ("a",), 5)),  # of one common word so many
        ({"a": 0, "b": 2}, 5, LookedUp(("b",), (), 3)),  # what stands nowhere finds nothing
        ({}, 5, LookedUp((), (), 5)),
    ],
)
def test_the_rarest_words_find_the_candidates_and_never_too_many(
    held: dict[str, int], most: int, chosen: LookedUp
) -> None:
    assert looked_up(held, most) == chosen


def test_a_word_that_most_rows_hold_weighs_next_to_nothing() -> None:
    assert rarity(10, 8) == rarity(10, 10) == rarity(0, 0) == 1e-6
    assert rarity(1000, 1) > rarity(1000, 10) > 0


def test_more_of_a_word_in_a_shorter_row_counts_more() -> None:
    assert bm25(2.0, 3, 10, 10) > bm25(2.0, 1, 10, 10) > bm25(2.0, 1, 40, 10) > 0


def test_tokens_are_those_of_the_core_s_full_text() -> None:
    assert TextTokens().of("Retrying the Päyments: user_name, C++") == ("retri", "the", "payment", "user", "name", "c")
    assert TextTokens().of("!!") == ()


def test_a_phrase_is_counted_where_its_words_stand_in_a_row_by_the_weights_of_fields() -> None:
    texts = [
        IndexedText(id=1, title="Retry queue", text="a retry queue, a queue retry", format="markdown"),
        IndexedText(id=2, title="Queue", text="retry\nthe queue", format="markdown"),
    ]
    tokens = TextTokens()
    assert tokens.frequencies(Area.PASSAGES, texts, tokens.of("retry queue")) == {1: 4}
