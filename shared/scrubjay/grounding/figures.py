"""Does a figure stand in some lines beside what a claim has it count? Another thing's figure shows nothing. Pure."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from scrubjay.grounding.terms import Figure, contained_terms, figures, names, stems
from scrubjay.observed.words import is_value
from scrubjay.text.words import Word, words

NEXT: Final = 3
"""Content words before a figure, and after it, that say what it counts, whether or not paths count: decision 0046."""

_CELL: Final = re.compile(r"[;|]")
_COMMA: Final = re.compile(r",(?!\d)")
_TYPE: Final = re.compile(r"\(\w+\)")
"""What a client puts before a value: "(integer) 5"."""


_OPTION: Final = re.compile(r"--?[A-Za-z]")
_JOINS: Final = frozenset({";", "&", "&&", "||"})

NAMED: Final = re.compile(r"\b(?![vV]\d|HTTP/\d)[A-Za-z_][\w-]*(?:[./][\w-]+)+")
"""A path, or a dotted name."""


def astray(figure: Figure, claim: str, lines: Sequence[str], heading: str) -> bool:
    """Whether a figure of a claim stands only where none of the words next to it does: it is another thing's.

    That is a clause without them, or a line under another name than the claim's. A clause that is a bare value, one
    word and its value, or a value in the claim's unit, is of what the heading, and the line above it, name.
    """
    value = figure.written.split()[0]
    place = re.search(rf"(?<![\w.]){re.escape(value)}", claim)
    before, after = (claim[: place.start()], claim[place.end() :]) if place else ("", "")
    forms = ((before, after), tuple(NAMED.sub(" ", text) for text in (before, after)))
    adjacent = [
        word
        for previous, following in forms
        for word in (*list(stems(previous))[-NEXT:], *list(stems(following))[:NEXT])
    ]
    counted = frozenset(word for word in adjacent if not word[0].isdigit())
    rows = [row for row, line in enumerate(lines) if _holds(line, figure)]
    clauses = [(row, clause) for row in rows for clause in _clauses(lines[row]) if _holds(clause, figure)]
    named = (
        f"{heading} {_title(lines[:row])} {_key(lines[row])} {clause}"
        if _is_value(clause, value) or _is_measured(clause, figure)
        else clause
        for row, clause in clauses
    )
    if counted and clauses and not any(contained_terms(counted, clause) for clause in named):
        return True
    claim_names = {name.lower() for name in (*names(claim), *NAMED.findall(claim))}
    return any(_has_one(line, claim_names) for line in lines) and not any(
        _has_one(line, claim_names) or not NAMED.search(line) for line in [lines[row] for row in rows] or lines
    )


def _holds(text: str, figure: Figure) -> bool:
    return any(other.value == figure.value for other in figures(text))


def is_bare(lines: Sequence[str], heading: str) -> bool:
    """Whether one of some lines is a value and no more, which one command printed that was given none to compute with.

    What is said of it then stands in the heading alone.
    """
    heading_words = heading.split()
    figures_given = (
        previous
        for before, previous in pairwise(("", *heading_words))
        if previous.isdigit() and not _OPTION.match(before)
    )
    alone = len(heading_words) > 1 and _JOINS.isdisjoint(heading_words) and not any(figures_given)
    return alone and any(map(is_value, lines))


def _clauses(line: str) -> list[str]:
    """The clauses of a line that a figure may belong to: words before a comma belong to the figure behind it."""
    clauses: list[str] = []
    for part in _CELL.split(line):
        waiting = ""
        for piece in _COMMA.split(part):
            waiting = f"{waiting} {piece}"
            if figures(piece):
                clauses.append(waiting)
                waiting = ""
        if waiting:
            clauses.append(waiting)
    return clauses


def _title(above: Sequence[str]) -> str:
    """The nearest line above a value that holds none: its key, or the head of its column."""
    return next((line for line in reversed(above) if not figures(line)), "")


def _key(line: str) -> str:
    """The first cell of a row, where it isn't a value itself: what the others are of."""
    first, bar, _ = line.partition("|")
    return first if bar and not figures(first) else ""


def _is_measured(clause: str, figure: Figure) -> bool:
    """Whether a clause has a figure in the unit that a claim has it in: that says what it is a figure of."""
    return bool(figure.unit) and any(other.amount == figure.amount for other in figures(clause))


def _is_value(clause: str, value: str) -> bool:
    before, _, after = _TYPE.sub(" ", clause).partition(value)
    return not any(stems(after)) and len(words(before, Word.KEYS)) <= 1


def _has_one(line: str, claim_names: Collection[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line.lower()) for name in claim_names)
