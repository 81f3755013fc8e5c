"""What is a candidate worth, all told? Raw values, blended; pure.

`reranker + (cosine + centre) / 2 + .2 * bm25 / max(bm25)` for documents. Raw values keep how much better one candidate
is, which ranks and z-scores throw away: measured on the development sets, choices made on halves of the questions.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

Place = tuple[Hashable, int]
"""A turn's conversation, and its number in it."""


@dataclass(frozen=True, slots=True)
class Features:
    """What is known of one candidate; None where an arm or stage has nothing to say about it.

    `centre` is the cosine with the mean vector of the whole document.
    """

    bm25: float | None = None
    cosine: float | None = None
    centre: float | None = None
    reranker: float | None = None


@dataclass(frozen=True, slots=True)
class Blend:
    """How much each part counts."""

    bm25: float
    cosine: float
    centre: float
    reranker: float


def blended(candidates: Sequence[Features], blend: Blend) -> list[float]:
    """The score of each candidate, in the same order, to six digits.

    What isn't embedded yet is not lost: it gets the meaning of whatever stands at its place among the words.
    """
    best = max((one.bm25 or 0.0 for one in candidates), default=0.0)
    words = [max(one.bm25 or 0.0, 0.0) / best if best > 0 else 0.0 for one in candidates]
    cosines = imputed([one.cosine for one in candidates], words)
    centres = imputed([one.centre for one in candidates], cosines)
    reranked = imputed([one.reranker for one in candidates], cosines)
    return [
        round(blend.bm25 * w + blend.cosine * c + blend.centre * m + blend.reranker * r, 6)
        for w, c, m, r in zip(words, cosines, centres, reranked, strict=True)
    ]


def imputed(values: Sequence[float | None], guide: Sequence[float]) -> list[float]:
    """Fill each None with the known value at the same quantile as its guide has among the guides of the known.

    All zero when nothing is known.
    """
    known = sorted(value for value in values if value is not None)
    if not known:
        return [0.0] * len(values)
    guides = sorted(g for g, value in zip(guide, values, strict=True) if value is not None)
    return [
        known[min(len(known) - 1, sum(g <= own for g in guides))] if value is None else value
        for value, own in zip(values, guide, strict=True)
    ]


def smoothed(scores: Sequence[float], places: Sequence[Place], near: Sequence[float]) -> list[float]:
    """Let turns lend to their neighbours in the same conversation what they have above the pool's lowest score.

    `near[0]` is the share of the turns next to one, `near[1]` of those after, and so on. A turn that isn't in the pool
    lends nothing.
    """
    lowest = min(scores, default=0.0)
    above = {place: score - lowest for place, score in zip(places, scores, strict=True)}

    def lent(place: Place) -> float:
        talk, turn = place
        return sum(
            share * (above.get((talk, turn - away), 0.0) + above.get((talk, turn + away), 0.0))
            for away, share in enumerate(near, 1)
        )

    return [round(score + lent(place), 6) for score, place in zip(scores, places, strict=True)]
