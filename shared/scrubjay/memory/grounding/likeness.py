"""Likeness of two memories by their words: one statement, or two."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from scrubjay.memory.grounding.citations import unsourced, without
from scrubjay.memory.grounding.prose import straight
from scrubjay.memory.grounding.same import unstyled
from scrubjay.memory.grounding.tables import units
from scrubjay.memory.grounding.terms import figures, modalities, names, negations
from scrubjay.text.stems import stem

LEXICAL_SHARE: Final = 0.92
"""Jaccard share from which on two claims are one."""

FEWEST_WORDS: Final = 5
"""Below, only an exact repetition counts: one word of four is a quarter of the meaning."""

_ARTICLES: Final = frozenset({"a", "an", "the", "that"})
"""Words that carry nothing where one of two claims has them."""

_SIGN = re.compile(r"[<>≤≥≠±%‰$€£¥°^=]|(?:(?<=\s)|\A)[-+*/|&]+(?=\s|\Z)|(?<![\w.)\]])[-−+](?=[\d.])")


def compare(claim: str, other: str) -> tuple[bool, float]:
    """Whether two claims of one project, scope and kind are one, and the Jaccard share of their words. Symmetric.

    They are one where only articles differ, or the form of a word: any other word that one of them lacks, or has more
    often, keeps them apart ("not" twice, all and some, before and after), and so does another order.
    """
    a, b = _tokens(claim), _tokens(other)
    if a == b:
        return True, 1.0
    first, second = set(a), set(b)
    share = len(first & second) / len(first | second) if first | second else 1.0
    alike = share >= LEXICAL_SHARE and min(len(a), len(b)) >= FEWEST_WORDS
    return alike and _bare(a) == _bare(b) and not telling_difference(claim, other), round(share, 3)


def telling_difference(claim: str, other: str) -> str:
    """The figures, signs, names, negations and modalities that two claims have otherwise, such as "30 / 60".

    Their sources don't count. Empty where both have the same.
    """
    left, right = _told(claim), _told(other)
    if left == right:
        return ""
    return " / ".join(" ".join(difference.elements())[:60].strip() for difference in (left - right, right - left))


@lru_cache(maxsize=256)
def _told(claim: str) -> Counter[str]:
    text = straight(without(claim))
    counted = [f"{figure.value} {figure.unit}".strip() for figure in figures(text)]
    return Counter([*counted, *_SIGN.findall(text), *sorted(negations(text) | modalities(text)), *names(text)])


@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[str, ...]:
    """The words beside the places that only say so, in lower case; a unit keeps its case: MB isn't Mb."""
    bare = (token.strip(".,;:!?()[]\"'`") for token in straight(unstyled(unsourced(text))).split())
    return tuple(token if token in units() else token.lower() for token in bare if token)


def _bare(tokens: Sequence[str]) -> list[str]:
    """The words in their order, each in one form; without articles."""
    return [stem(token) for token in tokens if token not in _ARTICLES]
