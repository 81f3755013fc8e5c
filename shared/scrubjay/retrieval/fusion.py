"""In which order do several rankings put their items together? Weighted reciprocal rank fusion."""

from collections.abc import Mapping, Sequence

K = 60
"""Cormack, Clarke and Büttcher, SIGIR 2009."""


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[int]], weights: Mapping[str, float], k: int = K
) -> list[tuple[int, float]]:
    """Fuse rankings of ids, best first: the sum of weight / (k + rank), ranks from 1.

    Only ranks count, never the scores behind them. Ties: the higher id first, which is the newer item.
    """
    scores: dict[int, float] = {}
    for name in sorted(rankings):
        weight = weights.get(name, 1.0)
        if weight <= 0:
            continue
        for rank, item in enumerate(rankings[name], 1):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0]))
