"""Each token of a query takes its best match; the order of passages follows."""

import numpy as np
import pytest

from scrubjay.inference.embedding.states import REDUCED, States, pack
from scrubjay.inference.reranking import QUERY_TOKENS, maxsim, tells_much
from scrubjay.model.encoded import EncodedQuery

SAME = 0.96
"""What a token scores with itself, which is stored in 2 bits a component."""


def axes(*places: int) -> States:
    """Random-looking states that are unlike each other, and the same for the same place."""
    return np.stack([_axis(place) for place in places])


def _axis(place: int) -> States:
    state = np.random.default_rng(place).normal(size=REDUCED).astype(np.float32)
    return state / np.linalg.norm(state)


def one(*places: int) -> bytes:
    return pack(axes(*places))


def flat(tokens: int) -> States:
    return np.ones(tokens, dtype=np.float32)


def test_a_passage_with_all_of_the_querys_tokens_scores_nearly_one() -> None:
    (score,) = maxsim(axes(1, 2), flat(2), [one(7, 2, 1)])
    assert score == pytest.approx(SAME, abs=0.02)


def test_a_passage_with_more_of_them_scores_higher() -> None:
    both, first, none = maxsim(axes(1, 2), flat(2), [one(1, 2), one(1, 5), one(5, 6)])
    assert both is not None
    assert first is not None
    assert none is not None
    assert both > first > none


def test_a_token_that_tells_more_counts_more() -> None:
    weights = np.array([3, 1], dtype=np.float32)
    first, second = maxsim(axes(1, 2), weights, [one(1), one(2)])
    assert first is not None
    assert second is not None
    assert first > second


def test_a_passage_without_states_has_no_score() -> None:
    scores = maxsim(axes(1), flat(1), [None, one(1), b""])
    assert [score is None for score in scores] == [True, False, True]


def test_a_query_without_tokens_scores_nothing() -> None:
    assert maxsim(np.zeros((0, REDUCED), dtype=np.float32), flat(0), [one(1)]) == [None]


def test_a_query_of_stop_words_counts_all_of_them_alike() -> None:
    (score,) = maxsim(axes(1, 2), np.zeros(2, dtype=np.float32), [one(1, 2)])
    assert score == pytest.approx(SAME, abs=0.02)


def test_a_long_query_is_compared_by_the_tokens_that_tell_most_and_the_rest_counts_as_unmatched() -> None:
    places = range(QUERY_TOKENS + 10)
    weights = np.array([1.0] * 10 + [2.0] * QUERY_TOKENS, dtype=np.float32)
    (score,) = maxsim(axes(*places), weights, [one(*places[10:])])
    assert score == pytest.approx(SAME * 2 * QUERY_TOKENS / (2 * QUERY_TOKENS + 10), abs=0.02)


def test_a_passages_score_does_not_depend_on_its_neighbours() -> None:
    (alone,) = maxsim(axes(1, 2, 3), flat(3), [one(1, 4, 5)])
    among = maxsim(axes(1, 2, 3), flat(3), [one(9), one(1, 4, 5), one(2, 3)])
    assert among[1] == pytest.approx(alone, abs=2e-6)


@pytest.mark.parametrize(("telling", "silent", "much"), [(32, 100, False), (33, 0, True)])
def test_a_query_with_more_telling_tokens_than_are_compared_is_a_pasted_text(
    telling: int, silent: int, much: bool
) -> None:
    weights = np.concatenate([np.ones(telling), np.zeros(silent)]).astype(np.float32)
    vector = np.zeros(REDUCED, dtype=np.float32)
    assert tells_much(EncodedQuery(vector, states=None, weights=weights)) == much
    assert not tells_much(EncodedQuery(vector))
    assert not tells_much(None)
