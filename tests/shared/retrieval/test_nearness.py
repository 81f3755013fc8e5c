"""How near a hit is, and how near a claim must be beside others."""

import pytest

from scrubjay.retrieval.nearness import LEAST, NEAR, least, nearness


@pytest.mark.parametrize(
    ("scores", "near"),
    [
        ({"vector": 0.4, "reranker": 0.6}, 0.5),
        ({"vector": 0.4}, 0.4),
        ({"bm25": 7.0, "reranker": 0.6}, 0.6),
        ({"bm25": 7.0}, None),
        ({}, None),
    ],
)
def test_nearness_is_the_mean_of_what_is_known(scores: dict[str, float], near: float | None) -> None:
    assert nearness(scores) == near


@pytest.mark.parametrize(
    ("every", "bound"),
    [([], LEAST), ([None, 0.1], LEAST), ([0.5, 0.9, None], 0.9 * NEAR), ([LEAST / NEAR], LEAST)],
)
def test_the_nearest_of_all_sets_the_bound(every: list[float | None], bound: float) -> None:
    assert least(every) == pytest.approx(bound)
