"""Do two claims say the same thing? Their words, and what a small difference turns round."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from scrubjay.grounding.citations import CitationDetector, unsourced, without
from scrubjay.grounding.prose import straight
from scrubjay.grounding.tables import units
from scrubjay.grounding.terms import figures, modalities, names, negations, stems
from scrubjay.text.stop_words import STOP_WORDS


class Likeness(StrEnum):
    """How one claim stands to another, by words alone."""

    EXACT = "exact"
    LEXICAL = "lexical"
    DIFFERS = "differs"
    """The same words but for a number, date, name, negation or modality: an update or a contradiction."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome, the Jaccard share of common words (0 to 1), and what differs where they speak of the same."""

    likeness: Likeness
    jaccard: float
    differences: tuple[str, ...] = ()


LEXICAL_SHARE: Final = 0.92
"""Jaccard share from which on two claims are one."""

SAME_SUBJECT: Final = 0.5
"""Jaccard share from which on a telling difference is worth a reviewer's look."""

FEWEST_WORDS: Final = 5
"""Below, only an exact repetition counts: one word of four is a quarter of the meaning."""

_SIGN = re.compile(r"[<>≤≥≠±%‰$€£¥°^=]|(?:(?<=\s)|\A)[-+*/|&]+(?=\s|\Z)|(?<![\w.)\]])[-−+](?=[\d.])")

_citations = CitationDetector()


def compare(claim: str, other: str) -> Comparison:
    """Compare two claims of the same project, scope and kind. Symmetric.

    They are one where only words that carry nothing differ: any number, sign, name, negation, modality or content word
    that one of them lacks keeps them apart, and so does another order.
    """
    a, b = _tokens(claim), _tokens(other)
    if a == b:
        return Comparison(Likeness.EXACT, 1.0)
    first, second = set(a), set(b)
    share = len(first & second) / len(first | second) if first | second else 1.0
    if share < SAME_SUBJECT:
        return Comparison(Likeness.OTHER, round(share, 3))
    if differences := telling_differences(claim, other):
        return Comparison(Likeness.DIFFERS, round(share, 3), differences)
    alike = share >= LEXICAL_SHARE and min(len(a), len(b)) >= FEWEST_WORDS
    if alike and _ordered(a, b) and Counter(stems(claim)) == Counter(stems(other)):
        return Comparison(Likeness.LEXICAL, share)
    return Comparison(Likeness.OTHER, round(share, 3))


def telling_differences(claim: str, other: str) -> tuple[str, ...]:
    """What makes two like claims different: kinds of difference with the words, such as "number: 30 / 60".

    Their citations don't count: "fixed in commit A" and "fixed in commit B" are two facts, not a contradiction.
    """
    a, b = _said(claim), _said(other)
    differences = []
    for name, chosen in _TELLING.items():
        left, right = Counter(chosen(a)), Counter(chosen(b))
        if name == "name":  # a name at the start of a sentence looks like a word: the other side's words count too
            left = Counter({word: n for word, n in left.items() if word.lower() not in b.lower()})
            right = Counter({word: n for word, n in right.items() if word.lower() not in a.lower()})
            if fresh := _substituted(a, b):
                left, right = left + Counter(fresh[:1]), right + Counter(fresh[1:])
        if left != right:
            removed, added = (" ".join(difference.elements())[:60] for difference in (left - right, right - left))
            differences.append(f"{name}: {removed} / {added}")
    return tuple(differences)


_SUBJECT = re.compile(
    r"(?:\A|[.!?]\s+)([A-Z][\w-]*)(?=\s+(?:[a-z]+(?:[^s\W]s|ed)|is|was|has|had|does|did|will|can|must)\b)"
)
"""A word that opens a sentence and does something by itself, without an article: Bob owns, Redis is."""


def _substituted(claim: str, other: str) -> tuple[str, ...]:
    """The two names that open a sentence in one claim each, where all else of the sentences is the same."""
    subjects, other_subjects = (
        {subject for subject in _SUBJECT.findall(text) if not subject.endswith("ing")} for text in (claim, other)
    )
    pair = (*sorted(subjects - other_subjects), *sorted(other_subjects - subjects))
    if len(pair) != 2 or len(subjects) != len(other_subjects) or any(subject.lower() in STOP_WORDS for subject in pair):
        return ()
    return pair if claim.replace(pair[0], pair[1]) == other else ()


_TELLING: Final[dict[str, Callable[[str], list[str]]]] = {
    "number": lambda text: [
        *(f"{figure.value} {figure.unit}".strip() for figure in figures(text)),
        *_SIGN.findall(text),
    ],
    "polarity": lambda text: sorted(negations(text) | modalities(text)),
    "name": lambda text: list(names(text)),
}


@lru_cache(maxsize=256)
def _said(text: str) -> str:
    """A text beside its citations; a claim is compared with many."""
    return straight(without(text, _citations.detect(text)))


@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[str, ...]:
    """The words in lower case, without the places that only say so; a unit keeps its case: MB isn't Mb."""
    plain = straight(unsourced(text, _citations.detect(text)))
    bare = (token.strip(".,;:!?()[]\"'`") for token in plain.split())
    return tuple(token if token in units() else token.lower() for token in bare if token)


def _ordered(a: Sequence[str], b: Sequence[str]) -> bool:
    """The same words in another order may say the opposite: "A replaces B", "B replaces A"."""
    common = set(a) & set(b)
    return [t for t in a if t in common] == [t for t in b if t in common]
