"""Lines that an output holds: the whole line that a quote stands in, with the head of its table. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from scrubjay.memory.transcript.words import plain, stands_in

SPANNED: Final = 4
"""Lines that a quote may go over."""

_COLOUR: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_NUMBERED: Final = re.compile(r"\A\s*(\d+)(?:→|\t)")
_PRINTED: Final = re.compile(r"\A`(?P<command>[^`\n]{1,1000})` printed [\"“](?P<line>.{1,1000})[\"”]\.?\Z", re.DOTALL)
_HEAD: Final = re.compile(r"[A-Z][A-Z()%/_-]*(?: [A-Z][A-Z()%/_-]*)+")
"""The head of a table of columns: capitals alone, which a line of constants isn't."""

_MARKS: Final = "\"'`“”‘’ "


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of an output, or the few that a quote goes over, and the head of its table, where it has one."""

    text: str
    head: str = ""

    @property
    def words(self) -> str:
        """Both, as they are shown."""
        return f"{self.head}\n{self.text}" if self.head else self.text


def printed(claim: str) -> tuple[str, str]:
    """The command and the line of a claim that reads `command` printed "line"; empty for any other."""
    match = _PRINTED.match(claim.strip())
    return (plain(match["command"]), plain(match["line"])) if match else ("", "")


def clean(quote: str) -> str:
    """A quote on one line, without quotation marks around it."""
    return plain(" ".join(_lines(quote, 1))).strip(_MARKS)


def line_of(quote: str, text: str, *, whole: bool = False) -> PrintedLine | None:
    """Where a quote stands in an output as whole words; `whole`: only where it is all of a line."""
    wanted = plain(quote) if whole else clean(quote)
    lines = _lines(text)
    if not wanted or wanted not in " ".join(line for line in lines if line):
        return None
    for many in range(1, 2 if whole else SPANNED + 1):
        for first in range(len(lines) - many + 1):
            line = " ".join(filter(None, lines[first : first + many]))
            if line == wanted or (not whole and stands_in(wanted, line)):
                return PrintedLine(line, _head(lines, first))
    return None


def _lines(text: str, fewest: int = 2) -> list[str]:
    """The lines of a text, each plain, without colours and numbers that a reader put in front.

    Such numbers count all lines, and there are at least so many.
    """
    lines = _COLOUR.sub("", text).split("\n")
    counted = [int(match[1]) - row for row, line in enumerate(lines) if (match := _NUMBERED.match(line))]
    numbered = len(counted) >= fewest and len({*counted}) == 1
    bare = [_NUMBERED.sub("", line) if numbered else line for line in lines]
    return [plain(line) for line in bare]


def _head(lines: list[str], place: int) -> str:
    """The head of the table that a row stands in: the first line of its block, of as many cells, or all in capitals."""
    first = place
    while first and lines[first - 1]:
        first -= 1
    head = lines[first]
    cells = lines[place].count("|")
    is_head = (cells > 1 and head.count("|") == cells) or _HEAD.fullmatch(head) is not None
    return head if first != place and is_head else ""
