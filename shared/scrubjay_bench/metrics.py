"""Metrics of one ranking for one question: binary relevance, between 0 and 1, pure."""

import math
from collections.abc import Collection, Sequence

import numpy as np

from scrubjay.model.frozen import dataclass


def recall_at(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """The share of the right items among the first k. Raises ValueError without right items."""
    return len(set(ranking[:k]) & _right(gold)) / len(_right(gold))


def recall_of_possible(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """The share of right items among the first k, of as many as k can hold. Raises ValueError without right items."""
    return len(set(ranking[:k]) & _right(gold)) / min(k, len(_right(gold)))


def reciprocal_rank_at(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """1 / rank of the first right item among the first k, else 0. Its mean is MRR@k."""
    right = _right(gold)
    return next((1.0 / rank for rank, item in enumerate(ranking[:k], 1) if item in right), 0.0)


def ndcg_at(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """Discounted gain of the first k over that of the best possible order (Järvelin and Kekäläinen, 2002)."""
    right = _right(gold)
    gain = sum(1.0 / math.log2(rank + 1) for rank, item in enumerate(ranking[:k], 1) if item in right)
    best = sum(1.0 / math.log2(rank + 1) for rank in range(1, min(len(right), k) + 1))
    return min(1.0, gain / best)


def ranks_above(ranking: Sequence[str], newer: Collection[str], older: Collection[str]) -> float:
    """1 when an item of `newer` ranks above every item of `older`, else 0; 0 too when neither is found."""
    first = {item: rank for rank, item in reversed(list(enumerate(ranking)))}
    best_newer = min((first[item] for item in newer if item in first), default=None)
    best_older = min((first[item] for item in older if item in first), default=None)
    return float(best_newer is not None and (best_older is None or best_newer < best_older))


def separation(answerable: Sequence[float], abstention: Sequence[float]) -> float:
    """How often a question with an answer has the higher top score than one without; ties count half (AUC)."""
    if not answerable or not abstention:
        raise ValueError("separation needs questions of both kinds")
    wins = sum((a > b) + 0.5 * (a == b) for a in answerable for b in abstention)
    return wins / (len(answerable) * len(abstention))


def _right(gold: Collection[str]) -> set[str]:
    """The right items as a set. Raises ValueError where there are none."""
    if not gold:
        raise ValueError("a question without right items has no recall")
    return set(gold)


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
        """The JSON form of the mean, rounded to four digits."""
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
