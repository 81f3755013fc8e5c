"""Current decisions and told memories near a claim, by what it is about: no figures, no names. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scrubjay.grounding.terms import contained_terms, figures, names, terms
from scrubjay.model.evidence import Near
from scrubjay.text.sentences import sentences

MOST: Final = 2
"""Of them that are shown."""

FEWEST: Final = 2
"""Content words that they share with the claim."""

LONGEST: Final = 300
"""Characters of one."""


@dataclass(frozen=True, slots=True)
class NearCandidate:
    """A text that may stand near a claim, and its name: a record's path, or a memory's grade and id."""

    name: str
    text: str


def subject(claim: str) -> frozenset[str]:
    """What a claim is about: its content words without its figures, versions, dates and names."""
    named = " ".join((*(figure.written for figure in figures(claim)), *names(claim)))
    return terms(claim).content - terms(named).content or terms(claim).content


def near(claim: str, candidates: Iterable[NearCandidate]) -> tuple[Near, ...]:
    """The candidates that share most of what a claim is about, by their best sentence; of equals those that differ."""
    about = subject(claim)
    found: list[tuple[float, int, Near]] = []
    for place, candidate in enumerate(candidates):
        best: tuple[float, str] | None = None
        for sentence in sentences(candidate.text) or (candidate.text,):
            shared = len(contained_terms(about, sentence))
            if shared >= FEWEST and (best is None or shared > best[0]):
                best = shared, sentence
        if best and best[1] != claim:
            other = _other(claim, best[1])
            found.append((best[0] + bool(other) / 2, -place, Near(candidate.name, best[1][:LONGEST], other)))
    ranked = [one for _, _, one in sorted(found, key=lambda one: one[:2], reverse=True)]
    return tuple({one.words: one for one in reversed(ranked)}.values())[::-1][:MOST]


def _other(claim: str, sentence: str) -> tuple[str, ...]:
    """The figures and names of a sentence that a claim has otherwise; none where it leaves them out."""
    amounts, own = {figure.amount for figure in figures(claim)}, {name.lower() for name in names(claim)}
    counted = [figure for figure in figures(sentence) if figure.amount not in amounts]
    there = {figure.amount for figure in figures(sentence)}
    told = [name for name in names(sentence) if name.lower() not in own and name.lower() not in claim.lower()]
    missing = [name for name in own if name not in sentence.lower()]
    written = [figure.written for figure in counted] if amounts - there else []
    return tuple(dict.fromkeys((*written, *(told if missing else ()))))
