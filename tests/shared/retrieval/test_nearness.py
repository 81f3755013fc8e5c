"""What a memory is worth, and how much that must be beside what the nearest documents say."""

import numpy as np
import pytest

from scrubjay.model.feedback import Feedback
from scrubjay.retrieval.nearness import BESIDE, ENOUGH, LEAST, NEAR, SAYS, least, nearness, says_the_same, worth


def heard(*cosines: float) -> Feedback:
    return Feedback(np.array(cosines), np.zeros((len(cosines), 2), dtype=np.float32))


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


@pytest.mark.parametrize(("scores", "value"), [({"vector": 0.4, "reranker": 0.6}, 0.8), ({"bm25": 7.0}, None)])
def test_what_a_memory_is_worth_adds_what_documents_say_of_it(scores: dict[str, float], value: float | None) -> None:
    assert worth(scores, 0.3) == (value if value is None else pytest.approx(value))


@pytest.mark.parametrize(
    ("feedback", "bound"),
    [(None, LEAST), (heard(), LEAST), (heard(0.1), LEAST), (heard(0.7, 0.9, 0.8), 0.9 * ENOUGH)],
)
def test_the_nearest_document_sets_the_bound(feedback: Feedback | None, bound: float) -> None:
    assert least(feedback) == pytest.approx(bound)


@pytest.mark.parametrize(
    ("feedback", "worthiest", "bound"),
    [(None, 0.1, LEAST), (None, 0.8, 0.8 * BESIDE), (heard(0.3), 0.9, 0.9 * BESIDE), (heard(0.9), 0.3, 0.9 * ENOUGH)],
)
def test_so_does_the_worthiest_claim(feedback: Feedback | None, worthiest: float, bound: float) -> None:
    assert least(feedback, worthiest) == pytest.approx(bound)


@pytest.mark.parametrize(
    ("near", "brought", "feedback", "says"),
    [
        (0.0, 0.8 * SAYS + 0.01, heard(0.8, 0.5), True),
        (0.0, 0.8 * SAYS - 0.01, heard(0.8, 0.5), False),
        (0.1, 0.8 * SAYS - 0.01, heard(0.8, 0.5), True),
        (0.4, 0.8 * SAYS - NEAR * 0.4 + 0.01, heard(0.8, 0.5), True),
        (0.4, 0.8 * SAYS - NEAR * 0.4 - 0.01, heard(0.8, 0.5), False),
        (0.9, 0.5, None, False),
        (0.9, 0.0, heard(), False),
    ],
)
def test_a_memory_that_the_nearest_documents_bring_near_says_what_they_say(
    near: float, brought: float, feedback: Feedback | None, says: bool
) -> None:
    assert says_the_same({"vector": near}, brought, feedback) is says
