"""Guards against grouping two claims that differ: a cosine, and small, telling differences.

Whoever says a thing in other words changes many words; whoever says another thing in the same words changes one. So
claims that are all but equal in their words, and not equal, are two facts: no list of words is needed for that.
"""

import json
from collections import Counter
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from scrubjay.memory.grounding.terms import figures, free_units, modalities, names, negations
from scrubjay.model.frozen import dataclass
from scrubjay.text.words import STOP_WORDS, Word, stem, words

_TURNS: Final = ("un", "dis", "non", "non-", "in")


@lru_cache(maxsize=20_000)
def opposites(word: str) -> frozenset[str]:
    """The stems that say the opposite of a stem: "valid", "invalid"; "first", "last"."""
    forms = {turn + word for turn in _TURNS if len(word) > 3}
    forms |= {word.removeprefix(turn) for turn in _TURNS if word.startswith(turn) and len(word) > len(turn) + 3}
    forms |= _opposites_by_stem().get(word, frozenset())
    for prefix, other in (("en", "dis"), ("dis", "en")):
        forms |= {other + word.removeprefix(prefix)} if word.startswith(prefix) else set()
    return frozenset(forms)


@cache
def _opposites_by_stem() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("opposites.txt").read_text(encoding="utf-8").splitlines()
    lines = [frozenset(map(stem, line.split())) for line in text if not line.startswith("#")]
    pairs = [*zip(lines[::2], lines[1::2], strict=True), *zip(lines[1::2], lines[::2], strict=True)]
    return {
        word: frozenset().union(*(second for first, second in pairs if word in first))
        for first, _ in pairs
        for word in first
    }


SAME_FRAME: Final = 0.7
"""Share of words in the same order from which on what still differs is no rewording."""

FEWEST_REWORDED: Final = 3
"""Content words that a rewording changes at least, those of both sides counted; one more where each has some."""


class _Said(NamedTuple):
    """What a claim says: its words in lower case, their stems, the content among them, its amounts, units, names."""

    low: str
    plain: tuple[str, ...]
    stems: tuple[str, ...]
    content: Counter[str]
    amounts: Counter[tuple[str, str]]
    units: frozenset[str]
    names: tuple[str, ...]
    denials: int
    modalities: frozenset[str]


def kept_apart(claim: str, other: str) -> str:
    """The kind of difference that makes two claims two facts: "number", "name"; empty where none does. Symmetric.

    Claims of equal words are never kept apart.
    """
    a, b = _compared_text(claim), _compared_text(other)
    if a.plain == b.plain and a.names == b.names:
        return ""
    return next((kind for kind, differ in _DIFFER.items() if differ(a, b)), "")


def _amounts(a: _Said, b: _Said) -> bool:
    """Whether the numbers of two claims differ; 14 days are two weeks."""
    return a.amounts != b.amounts


def _units(a: _Said, b: _Said) -> bool:
    """Whether each of two claims has a unit that the other lacks."""
    return bool(a.units - b.units) and bool(b.units - a.units)


def _names(a: _Said, b: _Said) -> bool:
    """Whether one claim has a name that the other lacks."""
    return _lacks_name(a.names, b) or _lacks_name(b.names, a)


def _lacks_name(names: tuple[str, ...], other: _Said) -> bool:
    return any(name.lower() not in other.low for name in names)


def _polarity(a: _Said, b: _Said) -> bool:
    """Whether only one claim denies, or how firmly or when it holds differs, or a word is the opposite."""
    left, right = set(a.stems) - set(b.stems), set(b.stems) - set(a.stems)
    opposed = any(opposites(word) & right for word in left) or any(opposites(word) & left for word in right)
    return a.denials % 2 != b.denials % 2 or a.modalities != b.modalities or opposed


def _order(a: _Said, b: _Said) -> bool:
    """Whether the same words stand in another order: "A calls B", "B calls A"."""
    return a.stems != b.stems and Counter(a.stems) == Counter(b.stems)


def _frame(a: _Said, b: _Said) -> bool:
    """Whether two claims have nearly the same words in the same order, but not all."""
    if a.stems == b.stems:
        return False
    first, second = sorted((a.stems, b.stems))
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= SAME_FRAME


def _words(a: _Said, b: _Said) -> bool:
    """Whether two claims have the same content words but for two, or for one in the place of two."""
    left, right = (a.content - b.content).total(), (b.content - a.content).total()
    fewest = FEWEST_REWORDED + bool(left and right)
    return a.stems != b.stems and left + right < fewest


_DIFFER: Final = {
    "number": _amounts,
    "unit": _units,
    "name": _names,
    "polarity": _polarity,
    "order": _order,
    "frame": _frame,
    "word": _words,
}

TELLING: Final = frozenset({"number", "unit", "name", "polarity"})
"""Differences that turn one fact into its contradiction, where all else is the same."""


@lru_cache(maxsize=4_000)
def _compared_text(text: str) -> _Said:
    low = text.lower()
    plain = words(low, Word.PLAIN)
    stems = tuple(map(stem, plain))
    return _Said(
        low=low,
        plain=tuple(plain),
        stems=stems,
        content=Counter(word for word in stems if word not in _stop_words_and_stems()),
        amounts=Counter(figure.amount for figure in figures(text)),
        units=frozenset(form for form, _ in free_units(text)),
        names=names(text),
        denials=len(negations(text)),
        modalities=modalities(text),
    )


@lru_cache(maxsize=1)
def _stop_words_and_stems() -> frozenset[str]:
    """Stop words, and their stems."""
    return frozenset(STOP_WORDS) | frozenset(map(stem, STOP_WORDS))


VERSION = 1
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
