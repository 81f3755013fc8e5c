"""A memory is brought near by the document passage that is near to both, and by none that is far from either."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.model.feedback import Feedback

X, Y, BETWEEN = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]


def vectors(*rows: list[float]) -> np.ndarray:
    return np.array(rows, dtype=np.float32).reshape(len(rows), 2)


@pytest.mark.parametrize(
    ("cosines", "passages", "memory", "brought"),
    [
        ([0.5], [X], X, 0.5),
        ([0.5], [X], Y, 0.0),
        ([0.5], [X], BETWEEN, 0.3),
        ([0.5, 0.4], [X, Y], BETWEEN, 0.32),  # the best of both, not their sum
        ([], [], X, 0.0),
    ],
)
def test_the_best_passage_brings_it(
    cosines: list[float], passages: list[list[float]], memory: list[float], brought: float
) -> None:
    assert Feedback(np.array(cosines), vectors(*passages)).similarity(vectors(memory)) == pytest.approx([brought])


@settings(derandomize=True, deadline=None)
@given(st.lists(st.floats(0, 1), max_size=5), st.floats(0, 2 * np.pi))
def test_nothing_is_brought_nearer_than_the_nearest_passage_stands(cosines: list[float], angle: float) -> None:
    feedback = Feedback(np.array(cosines), vectors(*([X] * len(cosines))))
    (brought,) = feedback.similarity(vectors([np.cos(angle), np.sin(angle)]))
    assert brought <= feedback.best_cosine + 1e-6
    assert feedback.best_cosine == max(cosines, default=0.0)


def test_no_memories_have_no_feedback() -> None:
    assert len(Feedback(np.array([0.5]), vectors(X)).similarity(vectors())) == 0
