"""How near a hit is to a question, whichever database it is of."""

import pytest

from scrubjay.knowledge.retrieval.scoring import nearness


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
