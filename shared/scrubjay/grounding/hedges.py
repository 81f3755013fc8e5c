"""Does the writer say that the claim is not certain? Words of doubt, with their places."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scrubjay.grounding.prose import as_shown, own_prose
from scrubjay.grounding.tables import patterns, word_list
from scrubjay.text.words import Word, words


class HedgeCategory(StrEnum):
    """What kind of doubt a hedge voices; the first three block a claim, the others ask for a look."""

    SPECULATION = "personal speculation"
    UNCERTAINTY = "admitted uncertainty"
    SUGGESTION = "suggestion"
    TECHNICAL = "technical hedge"
    APPROXIMATION = "approximation"


BLOCKING = frozenset({HedgeCategory.SPECULATION, HedgeCategory.UNCERTAINTY, HedgeCategory.SUGGESTION})


@dataclass(frozen=True, slots=True)
class Hedge:
    """One hedge: its words and where they stand, as offsets into the claim."""

    category: HedgeCategory
    words: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class HedgeReport:
    """The hedges of a claim in their order. `assessed` is False where the language isn't English."""

    hedges: tuple[Hedge, ...]
    assessed: bool

    @property
    def blocking(self) -> tuple[Hedge, ...]:
        """The hedges that alone keep a claim out."""
        return tuple(hedge for hedge in self.hedges if hedge.category in BLOCKING)


_MONTH = re.compile(
    r"(?<=[a-z,;(] )May\b|\bMay\s+\d|\d\s+May\b"
    r"|\b(?:in|by|of|since|until|from|till|early|late|mid)[ -]May\b"
)
_NORM = re.compile(r"\b(?:MAY|SHOULD|CAN)\b")

LANGUAGE_WORDS = 6
"""Words from which on a text without one English function word counts as another language."""


class HedgeDetector:
    """Finds hedges in English prose. Pure; linear in the text."""

    def detect(self, claim: str) -> HedgeReport:
        """The hedges outside quotes, code and identifiers; overlapping ones count once, the graver first."""
        text, places = as_shown(claim)
        prose = _without_lookalikes(own_prose(text))
        hedges: list[Hedge] = []
        for category, pattern in patterns("hedges"):
            for match in pattern.finditer(prose):
                start, end = places[match.start()], places[match.end() - 1] + 1
                if not _covered(hedges, start, end):
                    hedges.append(Hedge(HedgeCategory(category), claim[start:end], start, end))
        return HedgeReport(tuple(sorted(hedges, key=lambda hedge: hedge.start)), is_english(claim))


def is_english(claim: str) -> bool:
    """Whether the detector's words can be expected in a claim; short ones in Latin letters pass."""
    text = own_prose(claim)
    letters = [c for c in text if c.isalpha()]
    if letters and sum(c.isascii() for c in letters) < 0.7 * len(letters):
        return False
    written = words(text.lower(), Word.LETTERS)
    return len(written) < LANGUAGE_WORDS or any(word in word_list("english") for word in written)


def _without_lookalikes(prose: str) -> str:
    """Blank the month of May, and MAY and SHOULD as RFC 2119 writes them."""
    for pattern in (_MONTH, _NORM):
        prose = pattern.sub(lambda match: " " * len(match.group()), prose)
    return prose


def _covered(hedges: Sequence[Hedge], start: int, end: int) -> bool:
    return any(hedge.start < end and start < hedge.end for hedge in hedges)
