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
class _ClaimWord:
    """A word of a claim that the lines have: its clause, where it stands in them, and whether the heading has it."""

    word: Form
    clause: int
    places: list[Place]
    above: bool


def is_misbound(claim: str, lines: Sequence[str], heading: str = "") -> bool:
    """Whether a claim gives what the lines have to another thing than they do. What the heading names is of each."""
    cells = Cells(lines)
    above = frozenset(part for word in words(heading, Word.CLAIMED) for part in form(word))
    claim_words = _said(claim, cells, above)
    return _fits_exchanged(claim_words, cells) or _fits_replaced(claim_words, cells, lines)


def _said(claim: str, cells: Cells, above: frozenset[str]) -> list[_ClaimWord]:
    claim_words: list[_ClaimWord] = []
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
        claim_words += [
            _ClaimWord(candidate, clause, places, {*candidate} <= above)
            for candidate in words
            if (places := cells.places(candidate))
        ]
    return claim_words


def _fits(claim_words: Sequence[_ClaimWord], number: int, cells: Cells, max_clauses: int = SPAN) -> float:
    """How well a word fits among those near it: nearer ones count more, and those of its clause.

    None counts that is more than so many clauses `max_clauses`.
    """
    word, score = claim_words[number], 0.0
    for other in range(max(0, number - SPAN), min(len(claim_words), number + SPAN + 1)):
        clauses = abs(word.clause - claim_words[other].clause)
        if other != number and clauses <= max_clauses:
            least = HEADED if word.above != claim_words[other].above else 0.0
            first, second = (word, claim_words[other]) if number < other else (claim_words[other], word)
            nearness = max(least, cells.nearest(first.places, second.places))
            score += nearness / (abs(other - number) * (1 + 2 * clauses))
    return score


def _fits_exchanged(claim_words: Sequence[_ClaimWord], cells: Cells) -> bool:
    for first, second in combinations(range(len(claim_words)), 2):
        if _may_change(claim_words[first], claim_words[second], cells):
            now = list(claim_words)
            if claim_words[first].above and claim_words[second].above:  # then the heading doesn't tell them apart
                now[first], now[second] = (
                    replace(claim_words[first], above=False),
                    replace(claim_words[second], above=False),
                )
            changed = list(now)
            changed[first], changed[second] = _moved(now[first], now[second]), _moved(now[second], now[first])
            if sum(_fits(changed, n, cells) - _fits(now, n, cells) for n in (first, second)) > MARGIN:
                return True
    return False


def _moved(word: _ClaimWord, other: _ClaimWord) -> _ClaimWord:
    """What another word is in the place of one."""
    return _ClaimWord(other.word, word.clause, other.places, other.above)


def _may_change(first: _ClaimWord, second: _ClaimWord, cells: Cells) -> bool:
    """Whether two words say the same kind of thing, neither being a part of the other."""
    if (
        {*first.word} <= {*second.word}
        or {*second.word} <= {*first.word}
        or is_figure(first.word) != is_figure(second.word)
    ):
        return False
    return is_figure(first.word) or any(
        cells.are_parallel(place, other_place) for place in first.places for other_place in second.places
    )


def _fits_replaced(claim_words: Sequence[_ClaimWord], cells: Cells, lines: Sequence[str]) -> bool:
    bare = frozenset(row for row, line in enumerate(lines) if is_value(line))
    claimed = {part for word in claim_words for part in word.word}
    for number, word in enumerate(claim_words):
        fits = _fits(claim_words, number, cells, 0)
        stated = fits if is_figure(word.word) else word.above
        if stated or any(place.line in bare for place in word.places):
            continue
        unit = claim_words[number + 1].word[0] if number + 1 < len(claim_words) else ""
        others = _values(word, unit, cells) if is_figure(word.word) else _names(word, cells)
        for other in others:
            changed = [*claim_words[:number], _moved(word, other), *claim_words[number + 1 :]]
            if _is_unsaid(other, word, claimed, cells) and _fits(changed, number, cells, 0) > fits + MARGIN:
                return True
    return False


def _is_unsaid(other: _ClaimWord, word: _ClaimWord, claimed: Collection[str], cells: Cells) -> bool:
    """Whether what sets another word apart from the one of a claim stands nowhere in it."""
    own_parts = {part for place in word.places for part in cells.words[place.line][place.word]}
    new_parts = {*other.word} - own_parts
    return bool(new_parts) and new_parts.isdisjoint(claimed) and not {*word.word} <= {*other.word}


def _values(word: _ClaimWord, unit: str, cells: Cells) -> Iterator[_ClaimWord]:
    """The other values of a value's kind; those of its unit, where it has one."""
    united = any(cells.follows(place) == unit for place in word.places)
    for row in cells.parts:
        for part, place in row:
            if part[0].isdigit() and kind(part) == kind(word.word[0]) and (not united or cells.follows(place) == unit):
                yield _ClaimWord((part,), word.clause, [place], False)


def _names(word: _ClaimWord, cells: Cells) -> Iterator[_ClaimWord]:
    """What other rows begin or end with, where a row does with a name."""
    ends = [end for end in word.places if end.word == 0 or cells.is_last(end)]
    for row in cells.parts if ends else ():
        for _, place in row:
            if (place.word == 0 or cells.is_last(place)) and any(
                end.line != place.line and cells.are_parallel(end, place) for end in ends
            ):
                yield _ClaimWord(cells.words[place.line][place.word], word.clause, [place], False)
