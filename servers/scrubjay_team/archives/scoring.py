"""Which turns of the parts that were read answer a question best. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scrubjay_team.archives.values import ArchivedTurn
from scrubjay_team.index.statistics import bm25, rarity
from scrubjay_team.memories.words import MOST_TERMS, terms

LONGEST: Final = 20_000
"""Characters of a turn whose words count."""


def scored(query: str, turns: Sequence[ArchivedTurn]) -> list[tuple[float, int]]:
    """The scores and places of the turns that hold a word of a query, best first, by BM25 among these turns."""
    asked = list(dict.fromkeys(terms(query)))[:MOST_TERMS]
    counts = [Counter(terms(turn.text[:LONGEST])) for turn in turns]
    lengths = [sum(count.values()) for count in counts]
    average = (sum(lengths) / len(lengths) if lengths else 0) or 1.0
    weights = {term: rarity(len(counts), sum(1 for count in counts if term in count)) for term in asked}
    found = [
        (sum(bm25(weights[term], count[term], length, average) for term in asked if term in count), place)
        for place, (count, length) in enumerate(zip(counts, lengths, strict=True))
        if any(term in count for term in asked)
    ]
    return sorted(found, key=lambda one: (-one[0], one[1]))
