"""Where do words stand in lines that a machine printed, and how near are two of them? Lines, fields, brackets, columns.

A value belongs to the key of its own field first, then of its line, of its column, of the line that it stands under.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import ne
from typing import Final

from scrubjay.grounding.tables import units
from scrubjay.grounding.terms import numeral
from scrubjay.text.stems import stem
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, matches

Form = tuple[str, ...]
"""A word as the forms of its parts: of `MAX_RETRIES` max and retri. A figure, a hex number, `sha256` are one part."""

_CONTRACTED: Final = re.compile(r"(?:n['’]t|['’]s?)(?!\w)")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_OPENS: Final = re.compile(r"[:{\[]\s*\Z|\A\s*\[[^\]]+\]\s*\Z|\A\s*- [\w\"']+:")
_CONTINUES: Final = re.compile(r"\s*-->")
"""What a line begins with that says where the one above it is from."""

_SENTENCE: Final = re.compile(r"[A-Za-z]{2}\.\s*\Z")
_MARKS: Final = ".,;:!?*`'"
SIDES: Final = {"-": "removed", "+": "added"}
"""What a line of a diff is of."""

PLAIN: Final = ""
"""The shape of a word without marks: a shape is which marks stand in it."""

FIELD, UNDER, HEADED, BRACKETS, LINE, STEP = 1.0, 0.7, 0.3, 0.5, 0.1, 0.1
"""How near two words of one field are that stand side by side, one under the other's line, in one pair of brackets or
around it, in one line; and how much of the first each word between them takes away."""

TURNED: Final = 0.9
"""How much of that is left where one field has them in the other order."""

ALIKE: Final = 0.6
"""Of the words of two lines that have the same shape where they are rows of one list."""

_PROSE: Final = 5
"""Words from which on a line without a mark or figure is prose, and no row."""


@lru_cache(maxsize=4_000)
def form(word: str) -> Form:
    """A word's parts in one form; none of a word that says nothing."""
    parts = list(matches(_CONTRACTED.sub("", word), Word.FIGURES_AND_PARTS))
    return tuple(_form(part) for part in parts if len(parts) > 1 or _tells(part.group()))


def _form(part: re.Match[str]) -> str:
    text, low = part.group(), part.group().lower()
    if part["mixed"] or part["hex"]:
        return low
    if part["figure"]:
        value = text.lstrip("vV")
        return value.replace(",", "") if _THOUSANDS.fullmatch(value) else value
    return (low not in ("one", "single") and numeral(low)) or units().get(text) or units().get(low) or stem(low)


def _tells(text: str) -> bool:
    """Whether a word says something where it stands alone."""
    low = text.lower()
    return text[0].isdigit() or bool(numeral(low)) or ((len(low) > 1 or text in units()) and low not in STOP_WORDS)


def is_figure(word: Form) -> bool:
    """Whether a word is a value, maybe with its unit: a count, a version, a date, a number in hex."""
    return bool(word) and word[0][0].isdigit() and (len(word) == 1 or (len(word) == 2 and word[1].isalpha()))


def kind(value: str) -> str:
    """What kind of value it is; one of another kind can't stand in its place."""
    if _DATE.fullmatch(value):
        return "date"
    return "version" if value.count(".") > 1 else "number" if value.replace(".", "").isdigit() else "other"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part stands: its line, its number there, and its word's, with the field and the brackets around it."""

    line: int
    part: int
    word: int
    field: int
    brackets: tuple[int, ...]


class Cells:
    """The words of some lines, in the fields that commas, bars, semicolons and brackets make."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.parts: list[list[tuple[str, Place]]] = []
        self.words: list[list[Form]] = []
        self._shapes: list[list[str]] = []
        self._fields: list[list[int]] = []
        self.is_diff = {line[:1] for line in lines} >= {*SIDES}
        for number, line in enumerate(lines):
            self._add(number, f"{SIDES[line[0]]} {line[1:]}" if self.is_diff and line[:1] in SIDES else line)
        self._opens = [bool(_OPENS.search(line)) for line in lines]
        opening = [number for number, opens in enumerate(self._opens) if opens]
        self._closed = [bool(_SENTENCE.search(line)) for line in lines]
        self._under = {
            row: max((number for number in opening if number < row), default=-1) for row in range(len(lines))
        }
        self._under |= {row: row - 1 for row, line in enumerate(lines) if _CONTINUES.match(line)}
        heads = not any(sign in "".join(lines[:1]) for sign in ":=")
        self._headed = frozenset(row for row in range(1, len(lines)) if heads and self._is_headed(row))

    def _add(self, number: int, line: str) -> None:
        parts: list[tuple[str, Place]] = []
        words: list[Form] = []
        shapes, fields, field, opened, within = [], [], 0, 0, [0]
        for match in matches(line, Word.IN_FIELDS):
            text = match.group()
            if text in ",;|│()[]{}":
                field += 1
                if text in "([{":
                    within.append(opened := opened + 1)
                elif text in ")]}" and len(within) > 1:
                    within.pop()
            elif word := form(text):
                field += "=" in text
                parts += [
                    (part, Place(number, len(parts) + more, len(words), field, tuple(within)))
                    for more, part in enumerate(word)
                ]
                words.append(word)
                shapes.append(PLAIN if is_figure(word) else "".join(sorted({*re.sub(r"\w", "", text.strip(_MARKS))})))
                fields.append(field)
                field += "=" in text.rstrip("=")
        self.parts.append(parts)
        self.words.append(words)
        self._shapes.append(shapes)
        self._fields.append(fields)

    def _is_headed(self, row: int) -> bool:
        """Whether the first line names the columns of a row: as many words, none a value, some of the row's."""
        head, cells = ([any(part[0].isdigit() for part in word) for word in self.words[n]] for n in (0, row))
        return len(head) == len(cells) > 1 and not any(head) and any(cells)

    def places(self, word: Form) -> list[Place]:
        """Where a word stands, whole or as a part of a longer one."""
        places: list[Place] = []
        for parts in self.parts if word else ():
            names = [part for part, _ in parts]
            places += [
                parts[position][1]
                for position in range(len(names) - len(word) + 1)
                if tuple(names[position : position + len(word)]) == word
            ]
        return places

    def follows(self, place: Place) -> str:
        """The part that follows a place on its line; empty at its end."""
        line = self.parts[place.line]
        return line[place.part + 1][0] if place.part + 1 < len(line) else ""

    def nearest(self, places: Iterable[Place], others: Sequence[Place]) -> float:
        """How near two words are, said in this order, where they are nearest: 0 where nothing joins them, to 1."""
        return max(
            (self._near(place, other_place) for place in places for other_place in others if place != other_place),
            default=0.0,
        )

    def _near(self, place: Place, other: Place) -> float:
        if place.line == other.line:
            if place.field == other.field:
                closeness = FIELD / (1 + STEP * (max(1, abs(place.part - other.part)) - 1))
                return closeness if place.part < other.part else TURNED * closeness
            return LINE if any(map(ne, place.brackets, other.brackets)) else BRACKETS
        above, below = sorted((place, other), key=lambda place: place.line)
        if above.line == 0 and below.line in self._headed and above.word == below.word:
            return FIELD
        return UNDER if self._under[below.line] == above.line else 0.0

    def are_parallel(self, place: Place, other_place: Place) -> bool:
        """Whether each could stand in the other's place: in two rows, in two fields of a line, or by a form's marks."""
        shape = self._shapes[place.line][place.word]
        if shape != self._shapes[other_place.line][other_place.word] or (
            self._headed and 0 in (place.line, other_place.line)
        ):
            return False
        if place.line != other_place.line:
            same_place = place.word == other_place.word or (self.is_last(place) and self.is_last(other_place))
            return self._are_rows(place.line, other_place.line) and (same_place or shape != PLAIN)
        if place.word == other_place.word:
            return False
        fields = self._fields[place.line]
        own_fields, others = (
            [position for position, other in enumerate(fields) if other == place.field]
            for place in (place, other_place)
        )
        keyed = place.field != other_place.field and min(len(own_fields), len(others)) > 1
        ends = (
            place.word - own_fields[0] == other_place.word - others[0],
            (place.word, other_place.word) == (own_fields[-1], others[-1]),
        )
        return (keyed and any(ends)) or shape != PLAIN

    def is_last(self, place: Place) -> bool:
        """Whether a place is in the last word of its line."""
        return place.word == len(self.words[place.line]) - 1

    def _are_rows(self, row: int, other: int) -> bool:
        own_shapes, others = self._shapes[row], self._shapes[other]
        alike = sum(map(str.__eq__, own_shapes, others)) >= ALIKE * max(len(own_shapes), len(others))
        if self._opens[row] != self._opens[other]:
            return False
        marked = own_shapes[:1] == others[:1] not in ([], [PLAIN])
        return (marked or alike) and self._is_row(row) and self._is_row(other)

    def _is_row(self, number: int) -> bool:
        """Whether a line may be one of a list's: a plain word is none, nor is prose, words without mark or value."""
        shapes = self._shapes[number]
        if self._closed[number]:
            return False
        plain = {*shapes} == {PLAIN} and not any(map(is_figure, self.words[number]))
        return not plain or 1 < len(shapes) < _PROSE
