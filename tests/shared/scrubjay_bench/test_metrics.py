"""How well does one ranking answer one question?"""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay_bench.metrics import ndcg_at, ranks_above, recall_at, reciprocal_rank_at, separation

FOUND = ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("gold", "k", "recall", "mrr", "ndcg"),
    [
        ({"a"}, 10, 1.0, 1.0, 1.0),
        ({"b"}, 10, 1.0, 0.5, 1 / math.log2(3)),
        # One of two, at rank 3: gain 1/log2(4) = .5 against 1 + 1/log2(3).
        ({"c", "x"}, 10, 0.5, 1 / 3, 0.5 / (1 + 1 / math.log2(3))),
        # Below the cut.
        ({"d"}, 3, 0.0, 0.0, 0.0),
        # Three right ones, but only two places: the best possible order fills both.
        ({"a", "b", "c"}, 2, 2 / 3, 1.0, 1.0),
    ],
)
def test_metrics_equal_those_computed_by_hand(gold: set[str], k: int, recall: float, mrr: float, ndcg: float) -> None:
    assert recall_at(FOUND, gold, k) == pytest.approx(recall)
    assert reciprocal_rank_at(FOUND, gold, k) == pytest.approx(mrr)
    assert ndcg_at(FOUND, gold, k) == pytest.approx(ndcg)


def test_a_question_without_right_items_is_refused() -> None:
    for metric in (recall_at, reciprocal_rank_at, ndcg_at):
        with pytest.raises(ValueError, match="no recall"):
            metric(FOUND, set(), 10)


@pytest.mark.parametrize(
    ("newer", "older", "expected"),
    [
        (["a"], ["b"], 1.0),
        (["b"], ["a"], 0.0),
        (["d"], ["x"], 1.0),
        (["x"], ["d"], 0.0),
        (["x"], ["y"], 0.0),
        (["b", "x"], ["a", "c"], 0.0),
    ],
)
def test_the_update_counts_when_it_stands_above_every_older_turn(
    newer: list[str], older: list[str], expected: float
) -> None:
    assert ranks_above(FOUND, newer, older) == expected


def test_separation_is_the_share_of_pairs_in_the_right_order() -> None:
    assert separation([3.0, 1.0], [1.0, 0.0]) == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    with pytest.raises(ValueError, match="both kinds"):
        separation([1.0], [])


names = st.lists(st.sampled_from("abcdefghij"), unique=True)


@settings(derandomize=True, deadline=None)
@given(found=names, gold=st.sets(st.sampled_from("abcdefghijkl"), min_size=1), k=st.integers(1, 12))
def test_recall_never_falls_with_k_and_every_metric_stays_between_0_and_1(
    found: list[str], gold: set[str], k: int
) -> None:
    assert recall_at(found, gold, k) <= recall_at(found, gold, k + 1)
    for metric in (recall_at, reciprocal_rank_at, ndcg_at):
        assert 0.0 <= metric(found, gold, k) <= 1.0


@settings(derandomize=True, deadline=None)
@given(gold=st.lists(st.sampled_from("abcdefghij"), unique=True, min_size=1), k=st.integers(1, 12))
def test_the_best_order_has_an_ndcg_of_1(gold: list[str], k: int) -> None:
    assert ndcg_at([*gold, "x", "y"], gold, k) == pytest.approx(1.0)
