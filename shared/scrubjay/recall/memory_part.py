"""The memories of an answer: those that stand after its documents, and the nearest one where nothing fits. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from scrubjay.model.hit import Hit
from scrubjay.recall.fitness import MEMORIES, Fit, best_fit

PLACES: Final = 3
"""Memories that follow documents that fit, whatever their grades."""


@dataclass(frozen=True, slots=True)
class MemoryPart:
    """Memories above the line, or the one nearest below it, and how well the best of them fits."""

    above: tuple[Hit, ...] = ()
    below: tuple[Hit, ...] = ()
    fit: Fit = "nothing"


def memory_part(
    phrasings: Sequence[str], ranked: Sequence[Hit], told: Collection[str], limit: int, documents: Fit, *, asked: bool
) -> MemoryPart:
    """The memories after documents that fit so well. Where none does they have the answer's `limit` of places.

    Who `asked` for memories sees them by rank, whether they fit or not.
    """
    fits = [best_fit(phrasings, [hit], 1.0, lambda _: {}, named=False, scale=MEMORIES) for hit in ranked]
    fitting = [hit for hit, fit in zip(ranked, fits, strict=True) if fit != "nothing"]
    best: Fit = "good" if "good" in fits else "weak" if fitting else "nothing"
    if documents != "nothing":
        return MemoryPart(told_first(ranked[: min(PLACES, limit)], told), fit=best)
    above = told_first((ranked if asked else fitting)[:limit], told)
    return MemoryPart(above, () if above else tuple(ranked[:1]), best)


def told_first(ranked: Sequence[Hit], told: Collection[str]) -> tuple[Hit, ...]:
    """The memories by rank, the best that a person told before the others, where it is among the first."""
    first = next((hit for hit in ranked[:PLACES] if hit.blob in told), None)
    return tuple(ranked) if first is None else (first, *(hit for hit in ranked if hit is not first))
