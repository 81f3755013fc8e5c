"""Current decisions and told memories near a claim, by what it is about: no figures, no names. Pure."""

from collections.abc import Iterable
from typing import Final

from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.grounding.terms import content, figures, names
from scrubjay.model.evidence import Near
from scrubjay.model.frozen import dataclass

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
    return content(claim) - _name_words(claim) or content(claim)


def _name_words(claim: str) -> frozenset[str]:
    return content(" ".join((*(figure.written for figure in figures(claim)), *names(claim))))


def near(claim: str, candidates: Iterable[Nearby]) -> tuple[Near, ...]:
    """The candidates whose best sentence shares most of a claim's subject; of equals only those that differ.

    A name that both have counts as shared, where a word that is none is shared as well.
    """
    about, named = subject(claim), _name_words(claim)
    found: list[tuple[float, int, Near]] = []
    for place, candidate in enumerate(candidates):
        title = content(candidate.title)
        most = max((_shared_count(about, named, title | content(one)) for one in candidate.sentences), default=0)
        if most < FEWEST:
            continue
        words = max(candidate.sentences, key=lambda one: len((about | named) & content(one)))
        if is_same_claim(claim, words):
            continue
        other = _other_figures(claim, words)
        found.append((most + bool(other) / 2, -place, Near(candidate.name, words[:LONGEST], other)))
    ranked = [one for _, _, one in sorted(found, key=lambda one: one[:2], reverse=True)]
    return tuple({one.words: one for one in reversed(ranked)}.values())[::-1][:MOST]


def _shared_count(about: frozenset[str], named: frozenset[str], words: frozenset[str]) -> int:
    return len(about & words) + len(named & words) if about & words else 0


def _other_figures(claim: str, sentence: str) -> tuple[str, ...]:
    """The figures of a sentence that differ from a claim's; none where the claim has no other figure."""
    said, there = ({figure.amount for figure in figures(text)} for text in (claim, sentence))
    differing = (figure.written for figure in figures(sentence) if figure.amount not in said)
    return tuple(dict.fromkeys(differing)) if said - there else ()
