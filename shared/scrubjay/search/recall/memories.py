"""Memories of an answer: after its documents, each statement once, with how often it was said."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scrubjay.knowledge.retrieval.held_words import SCORE
from scrubjay.knowledge.retrieval.scoring import nearness
from scrubjay.memory.grouping.groups import FactGroup
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


def said_once(hits: Sequence[Hit], groups: Mapping[str, FactGroup], shown: Sequence[Hit] = ()) -> tuple[Hit, ...]:
    """The hits with one of each group: its strongest among them, where the first of them stands.

    A group of which something is `shown` already isn't shown again.
    """
    done = {groups[hit.blob].key for hit in shown if hit.blob in groups}
    by_id = {hit.blob: hit for hit in hits if hit.blob in groups}
    kept: list[Hit] = []
    for hit in hits:
        group = groups.get(hit.blob)
        if group is None:
            kept.append(hit)
        elif group.key not in done:
            done.add(group.key)
            kept.append(next(by_id[id] for id in group.members if id in by_id))
    return tuple(kept)


def also_said(groups: Mapping[str, FactGroup]) -> dict[str, int]:
    """How many others say what each memory of a group says, by id."""
    return {id: len(group.members) - 1 for id, group in groups.items()}
