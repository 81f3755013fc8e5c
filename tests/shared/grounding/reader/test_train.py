"""The committed weights are what the training program makes of the committed rows, with the bundled model."""

from collections import Counter

import numpy as np
import pytest

from scrubjay.embedding.bundle import MODEL_SHA256
from scrubjay.grounding.reader.probe import THRESHOLD, probe, rows_digest
from scrubjay.grounding.reader.train import ASKS, embed, fit, read


def test_the_weights_belong_to_these_rows_and_this_model() -> None:
    """If this fails after a change of rows or model: `python -m scrubjay.grounding.reader.train`."""
    assert (probe().rows, probe().model) == (rows_digest(), MODEL_SHA256)
    assert len(probe().weights) == 384


def test_each_ask_and_each_kind_of_other_text_has_rows_and_none_stands_twice() -> None:
    rows = read()
    counts = Counter(label for label, _ in rows)
    assert set(counts) == {*ASKS, "work", "fact", "prose", "ask"}
    assert all(counts[ask] >= 100 for ask in ASKS)
    assert len({text for _, text in rows}) == len(rows)


def test_the_weights_separate_rows_that_they_were_made_from() -> None:
    some = read()[::17]
    scores = [probe().score(vector) for vector in embed([text for _, text in some]).astype(np.float32)]
    held = [score >= THRESHOLD for score in scores]
    right = [label in ASKS for label, _ in some]
    assert sum(one == other for one, other in zip(held, right, strict=True)) >= 0.75 * len(some)


def test_training_finds_a_direction_and_gives_the_same_twice() -> None:
    vectors = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.1, 0.9], [0.2, 0.8]])
    asks = np.array([True, True, False, False, False])
    weights, bias = fit(vectors, asks)
    assert ((vectors @ weights + bias > 0) == asks).all()
    again, _ = fit(vectors, asks)
    assert weights == pytest.approx(again)
