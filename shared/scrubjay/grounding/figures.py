"""Does a figure stand in some lines beside what a claim has it count? Another thing's figure shows nothing. Pure."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from scrubjay.grounding.terms import Figure, figures, held, names, stems

NEXT: Final = 3
"""Content words before a figure, and after it, that say what it counts, whether or not paths count: decision 0046."""

_CLAUSE: Final = re.compile(r"[;|]|,(?!\d)")
_TYPE: Final = re.compile(r"\(\w+\)")
"""What a client puts before a value: "(integer) 5"."""

NAMED: Final = re.compile(r"\b[A-Za-z_][\w-]*(?:[./][\w-]+)+")
"""A path, or a dotted name."""


def astray(figure: Figure, claim: str, lines: Sequence[str], heading: str) -> bool:
    """Whether a figure of a claim stands only where none of the words next to it does: it is another thing's.

    That is a clause without them, or a line under another name than the claim's. A clause that is a bare value, or one
    word and its value, is of what the heading names.
    """
    value = figure.written.split()[0]
    place = re.search(rf"(?<![\w.]){re.escape(value)}", claim)
    before, after = (claim[: place.start()], claim[place.end() :]) if place else ("", "")
    forms = ((before, after), tuple(NAMED.sub(" ", text) for text in (before, after)))
    near = [word for one, two in forms for word in (*list(stems(one))[-NEXT:], *list(stems(two))[:NEXT])]
    counted = frozenset(word for word in near if not word[0].isdigit())
    there = [line for line in lines if _holds(line, figure)]
    clauses = [clause for line in there for clause in _CLAUSE.split(line) if _holds(clause, figure)]
    named = (f"{heading} {clause}" if _is_value(clause, value) else clause for clause in clauses)
    if counted and clauses and not any(held(counted, clause) for clause in named):
        return True
    own = {name.lower() for name in (*names(claim), *NAMED.findall(claim))}
    return any(_has_one(line, own) for line in lines) and not any(
        _has_one(line, own) or not NAMED.search(line) for line in there or lines
    )


def _holds(text: str, figure: Figure) -> bool:
    return any(one.value == figure.value for one in figures(text))


def _is_value(clause: str, value: str) -> bool:
    before, _, after = _TYPE.sub(" ", clause).partition(value)
    return not any(stems(after)) and len(set(stems(before))) <= 1


def _has_one(line: str, own: Collection[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line.lower()) for name in own)
