"""Does the writer say that the claim is not certain? Words of doubt, with their places."""

from dataclasses import dataclass

from scrubjay.memory.grounding.prose import as_shown, own_prose
from scrubjay.memory.grounding.tables import patterns, word_list
from scrubjay.text.words import Word, words


@dataclass(frozen=True, slots=True)
class Hedge:
    """One hedge: what kind of doubt it voices, its words, and where they stand, as offsets into the claim."""

    category: str
    words: str
    start: int
    end: int


LANGUAGE_WORDS = 6
"""Words from which on a text without one English function word counts as another language."""


def find_hedges(claim: str) -> tuple[Hedge, ...]:
    """The hedges of a claim in English outside quotes, code and identifiers, in their order; no two overlap."""
    text, places = as_shown(claim)
    prose = own_prose(text)
    hedges: list[Hedge] = []
    for category, pattern in patterns("hedges"):
        for match in pattern.finditer(prose):
            start, end = places[match.start()], places[match.end() - 1] + 1
            if not any(hedge.start < end and start < hedge.end for hedge in hedges):
                hedges.append(Hedge(category, claim[start:end], start, end))
    return tuple(sorted(hedges, key=lambda hedge: hedge.start))


def is_english(claim: str) -> bool:
    """Whether hedges can be found in a claim; short ones in Latin letters pass."""
    text = own_prose(claim)
    letters = [c for c in text if c.isalpha()]
    if letters and sum(c.isascii() for c in letters) < 0.7 * len(letters):
        return False
    written = words(text.lower(), Word.LETTERS)
    return len(written) < LANGUAGE_WORDS or any(word in word_list("english") for word in written)
