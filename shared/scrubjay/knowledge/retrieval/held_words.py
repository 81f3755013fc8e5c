"""Words and phrases of a question that a hit or a corpus holds.

It says how well an answer fits where the embedding model doesn't know the question's language. Pure.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from scrubjay.knowledge.retrieval.scope import Filters, unheld
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.text.scripts import folded, runs
from scrubjay.text.stems import beginning
from scrubjay.text.words import words

SCORE: Final = "held"
"""What such a share is called among a hit's scores."""


def is_paired(query: str) -> bool:
    """Whether a query has words that are looked up by pairs of signs."""
    return any(run.signs for run in runs(query))


def worth(held: Mapping[str, int], passages: int) -> dict[str, float]:
    """What words tell of which so many of some passages hold each.

    Here a Latin word counts no more than a pair: one name that a page has makes no question answered.
    """
    return {beginning(folded(word)): math.log((passages + 1) / (count + 0.5)) for word, count in held.items()}


def with_shares(hits: Sequence[Hit], words: Mapping[str, float]) -> tuple[Hit, ...]:
    """The hits with the share of the words that each holds among their scores."""
    whole = sum(words.values())
    if whole <= 0:
        return tuple(hits)
    return tuple(replace(hit, scores={**hit.scores, SCORE: round(_held(hit, words) / whole, 6)}) for hit in hits)


def _held(hit: Hit, words: Mapping[str, float]) -> float:
    text = folded(f"{hit.path} {hit.title} {hit.heading} {hit.text}")
    return sum(value for word, value in words.items() if word in text)


def held(filters: Filters, result: HybridResult) -> frozenset[str]:
    """The phrases that something of one corpus holds, by what its search said; one that found nothing holds none."""
    found = result.hits or result.memories
    return frozenset(phrase for phrase in filters.phrases if found and unheld(phrase) not in result.notes)


def said_in(phrases: Collection[str], texts: Iterable[str]) -> frozenset[str]:
    """The phrases of which some texts have the same words in their order."""
    spoken = [_spoken(text) for text in texts]
    return frozenset(
        phrase
        for phrase in phrases
        if any(_spoken(phrase) in text or (is_paired(phrase) and phrase.casefold() in text) for text in spoken)
    )


def may_join(filters: Filters, there: Collection[str], here: Collection[str]) -> bool:
    """Whether a corpus may join others that hold some phrases: what must stand in the text stands in it as well."""
    return all(phrase in here for phrase in filters.holds if phrase in there)


def told_of(notes: Sequence[str], elsewhere: Collection[str]) -> tuple[str, ...]:
    """The notes of documents, with what they deny only for these, where another corpus holds a phrase."""
    ours = {unheld(phrase): unheld(phrase, "no document") for phrase in elsewhere}
    return tuple(dict.fromkeys(ours.get(note, note) for note in notes))


def denied(filters: Filters, notes: Collection[str]) -> bool:
    """Whether nothing at all holds a phrase that must stand in the text."""
    return any(unheld(phrase) in notes for phrase in filters.holds)


def _spoken(text: str) -> str:
    return f" {' '.join(words(text.casefold()))} "
