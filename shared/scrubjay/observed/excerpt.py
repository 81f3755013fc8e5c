"""Where in an output does a quote stand, and what stands around it? However its lines are wrapped or framed. Pure."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scrubjay.observed.words import plain, stands_in

BESIDE: Final = 2
"""Lines before a quote, and after it, that it is read with: five with its own."""

APART: Final = 5
"""Lines within which the next part of a quote must stand, where it leaves some out."""

_COLOUR: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_FRAME: Final = re.compile(r"\A\s*([=\-_*#~─━])\1{2,}(?=\s|\Z)|(?<=\s)([=\-_*#~─━])\2{2,}\s*\Z")
_NUMBERED: Final = re.compile(r"\A\s*(\d+)(?:→|\t)")
_LEFT_OUT: Final = re.compile(r"\n|\s*(?:…|(?<!\S)\[?\.\.\.\]?(?!\S))\s*")
_MARKS: Final = "\"'`“”‘’ "


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines that say something: those `quoted`, or the parts of them that a quote holds; `around`, with those beside.

    `heading` is what they stand under: the command that printed them, or the file that was read. `context` is all that
    is shown near them, where less is read: what it says of other things a claim may not say of this.
    """

    quoted: tuple[str, ...]
    around: tuple[str, ...] = ()
    heading: str = ""
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinePart:
    """A line of an output, and as much of it as a quote holds: nothing of a line that only stands beside it."""

    line: str
    quoted: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """Where a quote stands: a part for each of its lines, the lines before and after them, and the text's first."""

    parts: tuple[LinePart, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    first: str = ""


def clean(quote: str) -> str:
    """A quote on one line, without quotation marks around it."""
    return " ".join(line for line in _lines(quote, 1) if line).strip(_MARKS)


def find(quote: str, text: str) -> Quoted | None:
    """Where a quote first stands in a text as whole words; its lines may be broken otherwise, or leave some out."""
    lines = _lines(text)
    places = [number for number, line in enumerate(lines) if line]
    texts = [lines[place] for place in places]
    parts = (
        _whole(plain(quote).strip(_MARKS), texts)
        or _whole(clean(quote), texts)
        or _in_parts([clean(part) for part in _LEFT_OUT.split(quote)], texts)
    )
    if not parts:
        return None
    first, last = places[min(parts)], places[max(parts)]
    return Quoted(
        tuple(LinePart(lines[places[number]], parts[number]) for number in sorted(parts)),
        _beside(lines[max(0, first - BESIDE) : first][::-1])[::-1],
        _beside(lines[last + 1 : last + 1 + BESIDE]),
        lines[places[0]],
    )


def _lines(text: str, fewest: int = 2) -> list[str]:
    """The lines of a text, each plain, without colours, numbers that a reader put in front, and frames.

    Such numbers count all lines, and there are at least so many.
    """
    lines = _COLOUR.sub("", text).split("\n")
    counted = [int(match[1]) - row for row, line in enumerate(lines) if (match := _NUMBERED.match(line))]
    numbered = len(counted) >= fewest and len({*counted}) == 1
    return [plain(_FRAME.sub("", _NUMBERED.sub("", line) if numbered else line)) for line in lines]


def _whole(quote: str, lines: Sequence[str]) -> dict[int, str]:
    """The lines that a quote goes over without a gap, each with what it holds of them; none where it doesn't."""
    span = stands_in(quote, " ".join(lines))
    if span is None:
        return {}
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    first, last = bisect_right(starts, span[0]) - 1, bisect_right(starts, span[1] - 1) - 1
    return {
        number: lines[number][max(0, span[0] - starts[number]) : span[1] - starts[number]]
        for number in range(first, last + 1)
    }


def _in_parts(parts: Sequence[str], lines: Sequence[str]) -> dict[int, str]:
    """The lines that hold the parts of a quote, one each, in their order and near each other; none where they don't."""
    nonempty = [part for part in parts if part]
    for start in range(len(lines)) if len(nonempty) > 1 else ():
        lines_by_number: dict[int, str] = {}
        position = start
        for part in nonempty:
            until = position + (APART if lines_by_number else 1)
            position = next(
                (number for number in range(position, min(until, len(lines))) if stands_in(part, lines[number])), -1
            )
            if position < 0:
                break
            lines_by_number[position] = part
            position += 1
        else:
            return lines_by_number
    return {}


def _beside(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines up to the first empty one."""
    return tuple(lines[: lines.index("")] if "" in lines else lines)
