"""Does a claim bind values and names as the lines do that it leans on? None may fit the lines better in another place.

A claim fits by how near its words, near each other in it, stand in the lines. It is bound otherwise if two of its words
would fit better exchanged, or if one that stands with no other of its clause would be better replaced by what stands
there: another value of its kind, or a name in the same place of another row.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from scrubjay.grounding.cells import HEADED, SIDES, Cells, Form, Place, form, is_figure, kind
from scrubjay.observed.words import is_value
from scrubjay.text.words import Word, matches, words

SPAN: Final = 4
"""Words of a claim within which two of them are near."""

MARGIN: Final = 0.28
"""How much better a claim must fit, where two neighbours of one field count 1. Measured: decision 0046."""

_CHANGES: Final = {
    **dict.fromkeys(("from", "before", "previously", "formerly", "old"), SIDES["-"]),
    **dict.fromkeys(("to", "after", "now", "new"), SIDES["+"]),
}
"""What a claim says of the lines of a diff."""

_CLAUSE: Final = re.compile(r"[,;]|and|while|but|whereas|where|because|since|instead", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Said:
    """A word of a claim that the lines have: its clause, where it stands in them, and whether the heading has it."""

    word: Form
    clause: int
    places: list[Place]
    above: bool


def is_misbound(claim: str, lines: Sequence[str], heading: str = "") -> bool:
    """Whether a claim gives what the lines have to another thing than they do. What the heading names is of each."""
    cells = Cells(lines)
    above = frozenset(part for word in words(heading, Word.CLAIMED) for part in form(word))
    said = _said(claim, cells, above)
    return _fits_exchanged(said, cells) or _fits_replaced(said, cells, lines)


def _said(claim: str, cells: Cells, above: frozenset[str]) -> list[_Said]:
    found: list[_Said] = []
    clause = 0
    for match in matches(claim, Word.CLAIMED):
        text = match.group().rstrip(".:!?")
        if _CLAUSE.fullmatch(text):
            clause += 1
            continue
        side = _CHANGES.get(text.lower(), "") if cells.is_diff else ""
        clause += bool(side)
        word = form(side or text)
        words = [word] if cells.places(word) else map(form, word)
        found += [_Said(one, clause, places, {*one} <= above) for one in words if (places := cells.places(one))]
    return found


def _fits(said: Sequence[_Said], number: int, cells: Cells, apart: int = SPAN) -> float:
    """How well a word fits among those near it: nearer ones count more, and those of its clause.

    None counts that is more than so many clauses `apart`.
    """
    one, found = said[number], 0.0
    for other in range(max(0, number - SPAN), min(len(said), number + SPAN + 1)):
        clauses = abs(one.clause - said[other].clause)
        if other != number and clauses <= apart:
            least = HEADED if one.above != said[other].above else 0.0
            first, second = (one, said[other]) if number < other else (said[other], one)
            nearness = max(least, cells.nearest(first.places, second.places))
            found += nearness / (abs(other - number) * (1 + 2 * clauses))
    return found


def _fits_exchanged(said: Sequence[_Said], cells: Cells) -> bool:
    for one, two in combinations(range(len(said)), 2):
        if _may_change(said[one], said[two], cells):
            now = list(said)
            if said[one].above and said[two].above:  # then the heading doesn't tell them apart
                now[one], now[two] = replace(said[one], above=False), replace(said[two], above=False)
            changed = list(now)
            changed[one], changed[two] = _moved(now[one], now[two]), _moved(now[two], now[one])
            if sum(_fits(changed, n, cells) - _fits(now, n, cells) for n in (one, two)) > MARGIN:
                return True
    return False


def _moved(one: _Said, other: _Said) -> _Said:
    """What another word is in the place of one."""
    return _Said(other.word, one.clause, other.places, other.above)


def _may_change(one: _Said, two: _Said, cells: Cells) -> bool:
    """Whether two words say the same kind of thing, neither being a part of the other."""
    if {*one.word} <= {*two.word} or {*two.word} <= {*one.word} or is_figure(one.word) != is_figure(two.word):
        return False
    return is_figure(one.word) or any(cells.are_parallel(here, there) for here in one.places for there in two.places)


def _fits_replaced(said: Sequence[_Said], cells: Cells, lines: Sequence[str]) -> bool:
    bare = frozenset(row for row, line in enumerate(lines) if is_value(line))
    claimed = {part for one in said for part in one.word}
    for number, one in enumerate(said):
        fits = _fits(said, number, cells, 0)
        stated = fits if is_figure(one.word) else one.above
        if stated or any(place.line in bare for place in one.places):
            continue
        unit = said[number + 1].word[0] if number + 1 < len(said) else ""
        others = _values(one, unit, cells) if is_figure(one.word) else _names(one, cells)
        for other in others:
            changed = [*said[:number], _moved(one, other), *said[number + 1 :]]
            if _is_unsaid(other, one, claimed, cells) and _fits(changed, number, cells, 0) > fits + MARGIN:
                return True
    return False


def _is_unsaid(other: _Said, one: _Said, claimed: Collection[str], cells: Cells) -> bool:
    """Whether what sets another word apart from the one of a claim stands nowhere in it."""
    here = {part for place in one.places for part in cells.words[place.line][place.word]}
    apart = {*other.word} - here
    return bool(apart) and apart.isdisjoint(claimed) and not {*one.word} <= {*other.word}


def _values(one: _Said, unit: str, cells: Cells) -> Iterator[_Said]:
    """The other values of a value's kind; those of its unit, where it has one."""
    united = any(cells.follows(place) == unit for place in one.places)
    for row in cells.parts:
        for part, place in row:
            if part[0].isdigit() and kind(part) == kind(one.word[0]) and (not united or cells.follows(place) == unit):
                yield _Said((part,), one.clause, [place], False)


def _names(one: _Said, cells: Cells) -> Iterator[_Said]:
    """What other rows begin or end with, where a row does with a name."""
    ends = [here for here in one.places if here.word == 0 or cells.is_last(here)]
    for row in cells.parts if ends else ():
        for _, place in row:
            if (place.word == 0 or cells.is_last(place)) and any(
                here.line != place.line and cells.are_parallel(here, place) for here in ends
            ):
                yield _Said(cells.words[place.line][place.word], one.clause, [place], False)
