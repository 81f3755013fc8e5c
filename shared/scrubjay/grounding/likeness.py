"""Likeness of two memories by their words: one statement, or two."""

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

from scrubjay.grounding.citations import unsourced, without
from scrubjay.grounding.prose import straight
from scrubjay.grounding.same import unstyled
from scrubjay.grounding.tables import units
from scrubjay.grounding.terms import figures, modalities, names, negations
from scrubjay.text.stems import stem


class Likeness(StrEnum):
    """How one claim stands to another, by words alone."""

    EXACT = "exact"
    LEXICAL = "lexical"
    OTHER = "other"


LEXICAL_SHARE: Final = 0.92
"""Jaccard share from which on two claims are one."""

FEWEST_WORDS: Final = 5
"""Below, only an exact repetition counts: one word of four is a quarter of the meaning."""

_ARTICLES: Final = frozenset({"a", "an", "the", "that"})
"""Words that carry nothing where one of two claims has them."""

_SIGN = re.compile(r"[<>≤≥≠±%‰$€£¥°^=]|(?:(?<=\s)|\A)[-+*/|&]+(?=\s|\Z)|(?<![\w.)\]])[-−+](?=[\d.])")


def compare(claim: str, other: str) -> tuple[Likeness, float]:
    """How two claims of one project, scope and kind stand, and the Jaccard share of their words (0 to 1). Symmetric.

    They are one where only articles differ, or the form of a word: any other word that one of them lacks, or has more
    often, keeps them apart ("not" twice, all and some, before and after), and so does another order.
    """
    a, b = _tokens(claim), _tokens(other)
    if a == b:
        return Likeness.EXACT, 1.0
    first, second = set(a), set(b)
    share = len(first & second) / len(first | second) if first | second else 1.0
    alike = share >= LEXICAL_SHARE and min(len(a), len(b)) >= FEWEST_WORDS
    one = alike and _bare(a) == _bare(b) and tells_alike(claim, other)
    return (Likeness.LEXICAL if one else Likeness.OTHER), round(share, 3)


def tells_alike(claim: str, other: str) -> bool:
    """Whether two claims have the same figures, signs, names, negations and modalities; their sources don't count."""
    return not telling_difference(claim, other)


def telling_difference(claim: str, other: str) -> str:
    """The first of those that one of two claims has otherwise, such as "30 / 60"; empty where they tell alike."""
    left, right = _told(_said(claim)), _told(_said(other))
    if left == right:
        return ""
    return " / ".join(" ".join(difference.elements())[:60].strip() for difference in (left - right, right - left))


def _told(text: str) -> Counter[str]:
    counted = [f"{figure.value} {figure.unit}".strip() for figure in figures(text)]
    return Counter([*counted, *_SIGN.findall(text), *sorted(negations(text) | modalities(text)), *names(text)])


@lru_cache(maxsize=256)
def _said(text: str) -> str:
    """A text beside its citations; a claim is compared with many."""
    return straight(without(text))


def _plain(text: str) -> str:
    """A text without the places that only say so."""
    return straight(unstyled(unsourced(text)))


@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[str, ...]:
    """The words in lower case; a unit keeps its case: MB isn't Mb."""
    bare = (token.strip(".,;:!?()[]\"'`") for token in _plain(text).split())
    return tuple(token if token in units() else token.lower() for token in bare if token)


def _bare(tokens: Sequence[str]) -> list[str]:
    """The words in their order, each in one form; without articles."""
    return [stem(token) for token in tokens if token not in _ARTICLES]
