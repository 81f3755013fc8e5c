"""The memories of an answer: those that stand after its documents, and the nearest one where nothing fits. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from scrubjay.knowledge.retrieval.held_words import SCORE
from scrubjay.knowledge.retrieval.nearness import nearness
from scrubjay.model.hit import Hit
from scrubjay.search.recall.fitness import ALL_WORDS, Bounds, Fit, best_of, held_fit, share_held
from scrubjay.text.telling import telling_words

PLACES: Final = 3
"""Memories that follow documents that fit, whatever their grades."""

NEAR: Final = Bounds(0.24, 0.45)
"""For the mean of a memory's cosine and reranker. Good: chosen on 86 questions about four repositories and 170 about
what they don't hold (ADR 0104). Weak: on 40 that one of 40 memories answers and 70 that none does (ADR 0111)."""

WORDS: Final = Bounds(0.5, ALL_WORDS)
"""For the share of a question's telling words that a memory without a vector holds."""


@dataclass(frozen=True, slots=True)
class MemoryPart:
    """Memories above the line, or the one nearest below it, and how well the best of them fits."""

    above: tuple[Hit, ...] = ()
    below: tuple[Hit, ...] = ()
    fit: Fit = "nothing"


def memory_part(
    phrasings: Sequence[str], ranked: Sequence[Hit], told: Collection[str], limit: int, documents: Fit, *, asked: bool
) -> MemoryPart:
    """The memories after documents that fit so well, or alone where one fits and no document does.

    Alone, those that fit well have the answer's `limit` of places. Who `asked` for memories sees them by rank, whether
    they fit or not.
    """
    fits = [best_of(memory_fit(words, hit) for words in phrasings) for hit in ranked]
    best = best_of(fits)
    if documents != "nothing":
        return MemoryPart(told_first(ranked[: min(PLACES, limit)], told), fit=best)
    if best == "nothing" and not asked:
        return MemoryPart(below=tuple(ranked[:1]))
    shown = [
        hit
        for place, (hit, fit) in enumerate(zip(ranked, fits, strict=True))
        if asked or place < PLACES or fit == "good"
    ]
    return MemoryPart(tuple(shown[:limit]), fit=best)


def memory_fit(query: str, memory: Hit) -> Fit:
    """How well a memory fits a question: by how near it is, else by the words that it holds; one without any fits."""
    words = telling_words(query)
    held = share_held((memory.text,), words) if words else 1.0
    near = nearness(memory.scores)
    if held >= ALL_WORDS:
        return "good"
    if near is None:
        return held_fit(memory) if SCORE in memory.scores else WORDS.fit(held)
    return NEAR.fit(near)


def told_first(ranked: Sequence[Hit], told: Collection[str]) -> tuple[Hit, ...]:
    """The memories by rank, the best that a person told before the others."""
    first = next((hit for hit in ranked if hit.blob in told), None)
    return tuple(ranked) if first is None else (first, *(hit for hit in ranked if hit is not first))
