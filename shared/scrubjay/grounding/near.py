"""Current decisions and told memories near a claim, by what it is about: no figures, no names. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scrubjay.grounding.same import is_same_claim
from scrubjay.grounding.terms import contained_terms, figures, names, terms
from scrubjay.model.evidence import Near

MOST: Final = 2
"""Of them that are shown."""

FEWEST: Final = 2
"""Content words that they share with the claim."""

LONGEST: Final = 300
"""Characters of one."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """A told memory or a current decision that may stand near a claim, by its name, and what of it may be shown.

    `sentences` are those that state; a record is found by its `title` as well.
    """

    name: str
    sentences: tuple[str, ...]
    title: str = ""


def subject(claim: str) -> frozenset[str]:
    """What a claim is about: its content words without its figures, versions, dates and names."""
    return terms(claim).content - _named(claim) or terms(claim).content


def _named(claim: str) -> frozenset[str]:
    return terms(" ".join((*(figure.written for figure in figures(claim)), *names(claim)))).content


def near(claim: str, candidates: Iterable[Nearby]) -> tuple[Near, ...]:
    """The candidates that share most of what a claim is about, by their best sentence; of equals those that differ.

    A name that both have counts as shared, where a word that is none is shared as well.
    """
    about, named = subject(claim), _named(claim)
    found: list[tuple[float, int, Near]] = []
    for place, candidate in enumerate(candidates):
        shared = [_shared(about, named, f"{candidate.title} {sentence}") for sentence in candidate.sentences]
        most = max(shared, default=0)
        if most < FEWEST:
            continue
        own = [len(contained_terms(about | named, sentence)) for sentence in candidate.sentences]
        words = candidate.sentences[max(range(len(own)), key=lambda number: (own[number], -number))]
        if is_same_claim(claim, words):
            continue
        other = _other(claim, words)
        found.append((most + bool(other) / 2, -place, Near(candidate.name, words[:LONGEST], other)))
    ranked = [one for _, _, one in sorted(found, key=lambda one: one[:2], reverse=True)]
    return tuple({one.words: one for one in reversed(ranked)}.values())[::-1][:MOST]


def _shared(about: frozenset[str], named: frozenset[str], text: str) -> int:
    words = len(contained_terms(about, text))
    return words + len(contained_terms(named, text)) if words else 0


def _other(claim: str, sentence: str) -> tuple[str, ...]:
    """The figures and names of a sentence that a claim has otherwise; none where it leaves them out."""
    amounts, own = {figure.amount for figure in figures(claim)}, {name.lower() for name in names(claim)}
    counted = [figure for figure in figures(sentence) if figure.amount not in amounts]
    there = {figure.amount for figure in figures(sentence)}
    told = [name for name in names(sentence) if name.lower() not in own and name.lower() not in claim.lower()]
    missing = [name for name in own if name not in sentence.lower()]
    written = [figure.written for figure in counted] if amounts - there else []
    return tuple(dict.fromkeys((*written, *(told if missing else ()))))
