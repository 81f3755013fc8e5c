"""In which order do several rankings put their items together? Weighted reciprocal rank fusion."""

from collections.abc import Collection, Mapping, Sequence

K = 60
"""Cormack, Clarke and Büttcher, SIGIR 2009."""


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[int]],
    weights: Mapping[str, float],
    k: int = K,
    unseen: Mapping[str, Collection[int]] | None = None,
) -> list[tuple[int, float]]:
    """Fuse rankings of ids, best first: the sum of weight / (k + rank), ranks from 1.

    Only ranks count, never the scores behind them. Ties: the higher id first, which is the newer item. `unseen` names
    items that a ranking could not see: there they get the mean of the votes of those that could.
    """
    counting = {name: weight for name in sorted(rankings) if (weight := weights.get(name, 1.0)) > 0}
    scores: dict[int, float] = {}
    for name, weight in counting.items():
        for rank, item in enumerate(rankings[name], 1):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    blind = {name: set(items).difference(rankings[name]) for name, items in (unseen or {}).items() if name in counting}
    total = sum(counting.values())
    for item in set[int]().union(*blind.values()) & scores.keys():
        scores[item] *= total / (total - sum(counting[name] for name, items in blind.items() if item in items))
    return sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0]))
