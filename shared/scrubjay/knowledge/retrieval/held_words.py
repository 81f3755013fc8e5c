"""Words and phrases of a question that a hit or a corpus holds.

It says how well an answer fits where the embedding model doesn't know the question's language. Pure.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from scrubjay.model.hit import Hit
from scrubjay.text.scripts import folded, runs
from scrubjay.text.words import beginning

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
