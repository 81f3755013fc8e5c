"""Confidence intervals of means: percentile bootstrap over questions, seeded and deterministic."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2000
SEED = 20_260_301
LEVEL = 0.95

_AT_ONCE = 2_000_000
"""Numbers drawn in one batch, so that memory doesn't grow with the questions."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over n questions with its 95 % interval (Efron and Tibshirani, 1993, percentile method)."""

    value: float
    low: float
    high: float
    n: int

    def as_object(self) -> dict[str, float | int]:
        """The JSON object, rounded to four digits."""
        return {"mean": round(self.value, 4), "low": round(self.low, 4), "high": round(self.high, 4), "n": self.n}


def mean(values: Sequence[float]) -> Mean:
    """The mean of some values and its interval. Raises ValueError without values."""

    if not len(values):
        raise ValueError("no values")
    array = np.asarray(values, dtype=np.float64)
    draws = np.random.default_rng(SEED)
    block = max(1, _AT_ONCE // len(array))
    means = [
        array[draws.integers(0, len(array), (min(block, RESAMPLES - start), len(array)))].mean(axis=1)
        for start in range(0, RESAMPLES, block)
    ]
    tail = (1 - LEVEL) / 2 * 100
    low, high = np.percentile(np.concatenate(means), [tail, 100 - tail])
    return Mean(float(array.mean()), float(low), float(high), len(array))


def difference(values: Sequence[float], others: Sequence[float]) -> Mean:
    """The mean of `values - others`, question by question. Raises ValueError where they aren't pairs."""
    return mean([a - b for a, b in zip(values, others, strict=True)])
