"""Metrics of one ranking for one question: binary relevance, between 0 and 1, pure."""

import math
from collections.abc import Collection, Sequence


def recall_at(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """The share of the right items among the first k. Raises ValueError without right items."""
    return len(set(ranking[:k]) & _right(gold)) / len(_right(gold))


def recall_of_possible(ranking: Sequence[str], gold: Collection[str], k: int) -> float:
    """The share of the right items among the first k, of as many as k can hold. Raises ValueError without any."""
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
    if not gold:
        raise ValueError("a question without right items has no recall")
    return set(gold)
