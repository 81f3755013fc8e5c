"""Lays the words of two claims beside each other, by their forms, their meaning in a list, and their states."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scrubjay.inference.numeric import np
from scrubjay.memory.grounding.tables import units
from scrubjay.memory.grouping.amounts import ORDER
from scrubjay.memory.grouping.guards import same_order
from scrubjay.memory.grouping.lists import MOST_CHARACTERS, denies, phrases, synonyms, word_set
from scrubjay.memory.grouping.roles import parts_of_words
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, stem, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from scrubjay.inference.embedding.ahead import ReadsTokens

WEIGHTS: Final = Path(__file__).with_name("same.json")

_LETTERS: Final = pattern(r"[^a-z0-9]")

SAME: Final = 1.0
"""How well two forms of a word match; with the same beginning of four letters; two words that may stand for each other;
a word, and one among the other claim's stop words or phrases; a word that the other claim writes apart."""
BEGINNING: Final = 0.9
SYNONYM: Final = 0.85
PHRASE: Final = 0.8
WRITTEN_APART: Final = 0.9
FEWEST_JOINED: Final = 6


class AlignedWord(NamedTuple):
    """A content word: in lower case, its stem, how much of a noun it is, its lines of synonyms."""

    low: str
    stem: str
    noun: float
    lines: frozenset[int]


class ClaimReading(NamedTuple):
    """A claim as it is laid beside others: vector, words with their states (n, dim), all lines, parts, letters."""

    vector: NDArray[np.float32]
    words: tuple[AlignedWord, ...]
    states: NDArray[np.float32]
    lines: frozenset[int]
    parts: dict[str, set[str]]
    letters: str


@cache
def weights() -> Any:
    """What was fitted: see same.json's own provenance."""
    return json.loads(WEIGHTS.read_text(encoding="utf-8"))


@cache
def _noun() -> tuple[NDArray[np.float32], float]:
    noun = weights()["noun"]
    return np.asarray(noun["vector"], dtype=np.float32), float(noun["bias"])


@cache
def _units() -> frozenset[str]:
    return frozenset(unit.lower() for unit in units())


def read_claim(text: str, embedder: ReadsTokens) -> ClaimReading:
    """Read a claim by a model. Raises ModelUnavailable."""
    text = text[:MOST_CHARACTERS]
    pieces = words(text, Word.CLAIMED_AND_SIGNS)
    tokens = embedder.tokens(pieces)
    lines = {line for match in phrases().finditer(text.lower()) for line in synonyms()[match.group()]}
    found: list[AlignedWord] = []
    states: list[NDArray[np.float32]] = []
    nouns: list[float | None] = []
    for piece, (start, end) in zip(pieces, tokens.parts, strict=True):
        low = piece.lower().replace("’", "'")
        form = stem(low)
        if end <= start or not low[0].isalnum() or low in STOP_WORDS or denies(low):
            lines |= synonyms().get(form, frozenset()) if low in STOP_WORDS and not denies(low) else frozenset()
            nouns.append(None)
            continue
        state = tokens.states[start:end].mean(axis=0)
        state = state / max(float(np.linalg.norm(state)), 1e-12)
        nouns.append(_nounness(state))
        own = synonyms().get(form, frozenset())
        lines |= own
        if not (low[0].isdigit() or low in ORDER or low in word_set("light") or low in _units()):
            found.append(AlignedWord(low, form, nouns[-1] or 0.0, own))
            states.append(state)
    return ClaimReading(
        vector=embedder.embed_passages([text]).vectors[0],
        words=tuple(found),
        states=np.stack(states) if states else np.zeros((0, tokens.states.shape[1]), dtype=np.float32),
        lines=frozenset(lines),
        parts=parts_of_words(pieces, nouns),
        letters=_LETTERS.sub("", text.lower()),
    )


def _nounness(state: NDArray[np.float32]) -> float:
    vector, bias = _noun()
    return 1 / (1 + float(np.exp(-np.clip(state @ vector + bias, -30, 30))))


@lru_cache(maxsize=20_000)
def _form_match(one: str, other: str, first: str, second: str) -> float:
    if first == second:
        return SAME
    if min(len(one), len(other)) > 4 and one[:5] == other[:5] and abs(len(one) - len(other)) <= 4:
        return SAME
    if min(len(one), len(other)) > 3 and one[:4] == other[:4] and abs(len(one) - len(other)) <= 3:
        return BEGINNING
    return 0.0


def _match(one: AlignedWord, other: AlignedWord) -> float:
    return _form_match(one.low, other.low, one.stem, other.stem) or (SYNONYM if one.lines & other.lines else 0.0)


def _matches(one: ClaimReading, other: ClaimReading) -> list[float]:
    """How well each word of a claim has its counterpart in another, by form or list; 0 where it has none."""
    return [
        max(
            max(_match(word, there) for there in other.words),
            WRITTEN_APART if len(word.low) >= FEWEST_JOINED and word.low in other.letters else 0.0,
            PHRASE if word.lines & other.lines else 0.0,
        )
        for word in one.words
    ]


def _foreign(said: Sequence[AlignedWord], matches: Sequence[float], nearest: NDArray[np.float32]) -> float:
    """How foreign to the other claim the strangest noun is that has no counterpart there, from 0 to 1."""
    without = (
        word.noun * (1 - float(near)) for word, match, near in zip(said, matches, nearest, strict=True) if not match
    )
    return max(without, default=0.0)


def _covered(said: Sequence[AlignedWord], matches: Sequence[float]) -> float:
    """The share of a claim's nouns that have a counterpart."""
    return sum(word.noun * match for word, match in zip(said, matches, strict=True)) / max(
        sum(word.noun for word in said), 1e-9
    )


FEATURES: Final = ("foreign_less", "foreign_more", "cosine", "order", "covered")


def features(one: str, other: str, left: ClaimReading, right: ClaimReading) -> tuple[float, ...]:
    """What is weighed of two claims that both have content words, in the order of FEATURES. Symmetric."""
    near = left.states @ right.states.T
    mine, yours = _matches(left, right), _matches(right, left)
    foreign = sorted((_foreign(left.words, mine, near.max(axis=1)), _foreign(right.words, yours, near.max(axis=0))))
    return (
        *foreign,
        float(left.vector @ right.vector),
        same_order(one, other),
        max(_covered(left.words, mine), _covered(right.words, yours)),
    )
