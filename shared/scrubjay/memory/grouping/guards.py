"""Guards against grouping two claims that differ, whatever their vectors say. Pure.

Whoever says a thing in other words changes many words; whoever says another thing in the same words changes one.
"""

import json
from collections import Counter
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from scrubjay.memory.grouping.amounts import other_amounts, other_names, other_units
from scrubjay.memory.grouping.polarity import other_polarity, other_time_or_duty
from scrubjay.memory.grouping.roles import other_roles
from scrubjay.model.frozen import dataclass
from scrubjay.text.words import STOP_WORDS, Word, stem, words

SAME_FRAME: Final = 0.7
"""Share of words in the same order from which on what still differs is no rewording."""

FEWEST_REWORDED: Final = 3
"""Content words that a rewording changes at least, those of both sides counted; one more where each has some."""


class _Said(NamedTuple):
    """A claim's words in lower case, their stems, and the content among them."""

    plain: tuple[str, ...]
    stems: tuple[str, ...]
    content: Counter[str]


def kept_apart(claim: str, other: str) -> str:
    """The kind of difference that makes two claims two facts: "number", "name"; empty where none does. Symmetric.

    Claims of equal words are never kept apart.
    """
    if same_words(claim, other):
        return ""
    return next((kind for kind, differ in _DIFFER.items() if differ(claim, other)), "")


def same_words(claim: str, other: str) -> bool:
    """Whether two claims have the same words in the same order, but for case and signs."""
    return said(claim).plain == said(other).plain and other_names(claim, other) is False


def hardly_reworded(claim: str, other: str) -> bool:
    """Whether claims that aren't equal have nearly the same words: where no model lays word beside word, two facts."""
    a, b = said(claim), said(other)
    if a.stems == b.stems:
        return False
    left, right = (a.content - b.content).total(), (b.content - a.content).total()
    return same_order(claim, other) >= SAME_FRAME or left + right < FEWEST_REWORDED + bool(left and right)


def same_order(claim: str, other: str) -> float:
    """The share of two claims' words that stand in the same order. Symmetric."""
    first, second = sorted((said(claim).stems, said(other).stems))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _order(claim: str, other: str) -> bool:
    """Whether the same words stand in another order: "A calls B", "B calls A"."""
    a, b = said(claim), said(other)
    return a.stems != b.stems and Counter(a.stems) == Counter(b.stems)


_DIFFER: Final = {
    "number": other_amounts,
    "unit": other_units,
    "name": other_names,
    "polarity": other_polarity,
    "time": other_time_or_duty,
    "order": _order,
    "role": other_roles,
}

TELLING: Final = frozenset({"number", "unit", "name", "polarity"})
"""Differences that turn one fact into its contradiction, where all else is the same."""


@lru_cache(maxsize=4_000)
def said(text: str) -> _Said:
    """A claim's words, as they are compared."""
    plain = words(text.lower(), Word.PLAIN)
    stems = tuple(map(stem, plain))
    return _Said(tuple(plain), stems, Counter(word for word in stems if word not in _stop_words_and_stems()))


@lru_cache(maxsize=1)
def _stop_words_and_stems() -> frozenset[str]:
    """Stop words, and their stems."""
    return frozenset(STOP_WORDS) | frozenset(map(stem, STOP_WORDS))


VERSION = 2
"""Raised when the guards change: then everything is compared anew."""


@dataclass(frozen=True, slots=True)
class GroupingRule:
    """The embedder's fingerprint, the least cosine, and the most days between two memories of one fact."""

    fingerprint: str
    cosine: float
    days: int

    @property
    def key(self) -> str:
        """A key that is equal for rules that decide alike."""
        return f"{VERSION}:{self.fingerprint}:{self.cosine}:{self.days}"


def rule_for(fingerprint: str) -> GroupingRule:
    """The rule for an embedder; one that nobody calibrated gets the strictest."""
    data = _load_rules()
    known = data["embedders"].get(fingerprint, data["uncalibrated"])
    return GroupingRule(fingerprint, float(known["cosine"]), int(data["days"]))


@cache
def _load_rules() -> Any:
    return json.loads(Path(__file__).with_name("rules.json").read_text(encoding="utf-8"))
