"""Answers of a session's tools that hold a quote, with the whole lines that it stands in."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from scrubjay.memory.transcript.session import Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay.memory.transcript.shell import prints_others_words
from scrubjay.memory.transcript.words import RUN, folded_case, is_telling, plain_line, stands_in, words
from scrubjay.model.pattern import pattern

SPANNED: Final = 4
"""Lines that a quote may go over."""

_COLOUR: Final = pattern(r"\x1b\[[0-9;?]*[A-Za-z]")
_NUMBERED: Final = pattern(r"\A\s*(\d+)(?:→|\t)")
_PRINTED: Final = pattern(r"\A`(?P<command>[^`\n]{1,1000})` printed [\"“](?P<line>.{1,1000})[\"”]\.?\Z", re.DOTALL)
_HEAD: Final = pattern(r"[A-Z][A-Z()%/_-]*(?: [A-Z][A-Z()%/_-]*)+")
"""The head of a table of columns: capitals alone, which a line of constants isn't."""

_MARKS: Final = "\"'`“”‘’ "


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of an output, or the few that a quote goes over, and the head of its table, where it has one."""

    text: str
    head: str = ""

    @property
    def words(self) -> str:
        """The head and the line, as they are shown."""
        return f"{self.head}\n{self.text}" if self.head else self.text


def printed(claim: str) -> tuple[str, str]:
    """The command and the line of a claim that reads `command` printed "line"; empty for any other."""
    match = _PRINTED.match(claim.strip())
    return (plain_line(match["command"]), plain_line(match["line"])) if match else ("", "")


def clean(quote: str) -> str:
    """A quote on one line, without quotation marks around it."""
    return plain_line(" ".join(_lines(quote, 1))).strip(_MARKS)


def line_of(quote: str, text: str, *, whole: bool = False) -> PrintedLine | None:
    """Where a quote stands in an output as whole words; `whole`: only where it is all of a line."""
    wanted = plain_line(quote) if whole else clean(quote)
    lines = _lines(text)
    if not wanted or wanted not in " ".join(line for line in lines if line):
        return None
    for many in range(1, 2 if whole else SPANNED + 1):
        for first in range(len(lines) - many + 1):
            line = " ".join(filter(None, lines[first : first + many]))
            if line == wanted or (not whole and stands_in(wanted, line)):
                return PrintedLine(line, _table_head(lines, first))
    return None


def _lines(text: str, fewest: int = 2) -> list[str]:
    """The lines of a text, each plain, without colours and numbers that a reader put in front.

    Such numbers count all lines, and there are at least so many.
    """
    lines = _COLOUR.sub("", text).split("\n")
    counted = [int(match[1]) - row for row, line in enumerate(lines) if (match := _NUMBERED.match(line))]
    numbered = len(counted) >= fewest and len({*counted}) == 1
    bare = [_NUMBERED.sub("", line) if numbered else line for line in lines]
    return [plain_line(line) for line in bare]


def _table_head(lines: list[str], place: int) -> str:
    """The head of the table that a row stands in: the first line of its block, of as many cells, or all in capitals."""
    first = place
    while first and lines[first - 1]:
        first -= 1
    head = lines[first]
    cells = lines[place].count("|")
    is_head = (cells > 1 and head.count("|") == cells) or _HEAD.fullmatch(head) is not None
    return head if first != place and is_head else ""


_NAME: Final = pattern(r"(?P<path>[\w@+-]*[./][\w./@+-]*\w)(?P<inner>(?:::\w+)*)")
"""A path, or a name within a file as test runners write it."""

Stood = Callable[[str], str]
"""The text of a tracked file as it was when the session began, by its path; empty for what was none."""


@dataclass(frozen=True)
class _Input:
    """What a tool was asked, in the forms that it is compared in; each is made when it is first needed."""

    text: str

    @cached_property
    def low(self) -> str:
        """The text in one case, with one form of each letter."""
        return folded_case(self.text)

    @cached_property
    def said(self) -> str:
        """The words of the text, with a space around each."""
        return f" {' '.join(words(self.text))} "


class Given:
    """The inputs of some calls. `stood` tells names of the repository's own apart from words that an agent chose."""

    def __init__(self, calls: Iterable[Call], stood: Stood) -> None:
        self._inputs = tuple(_Input(text) for text in dict.fromkeys(call.inputs for call in calls))
        self._stood = stood

    def holds(self, text: str) -> bool:
        """Whether an input holds a text, whole or five words of it in a row, beyond names that the repository has."""
        if not self._repeats([words(text)]):
            return False
        rest = [run for part in self._without_names(text) if (run := words(part))]
        return not rest or self._repeats(rest)

    def _repeats(self, runs: list[tuple[str, ...]]) -> bool:
        """Whether an input repeats some runs of words, whole or five words in a row."""
        pieces = [run[position : position + RUN] for run in runs for position in range(max(1, len(run) - RUN + 1))]
        long = [piece for piece in pieces if len(piece) == RUN]
        for source in self._inputs:
            repeated = [piece for piece in pieces if self._in_a_row(piece, source)]
            if any(piece in repeated for piece in long) or len(repeated) == len(pieces):
                return True
        return False

    def _in_a_row(self, piece: tuple[str, ...], source: _Input) -> bool:
        return all(word in source.low for word in piece) and f" {' '.join(piece)} " in source.said

    def _without_names(self, text: str) -> list[str]:
        """A text in parts, cut where it names a file that was tracked then, or what that file names."""
        cut = []
        end = 0
        for name in _NAME.finditer(text):
            if before := self._stood(name["path"]):
                cut.append(text[end : name.start()])
                inner = [part for part in name["inner"].split("::") if part and not re.search(rf"\b{part}\b", before)]
                cut += inner
                end = name.end()
        return [*cut, text[end:]]


class SeenFiles(Protocol):
    """Tells what files held when the session began, and what they hold now."""

    def before(self, path: str) -> str:
        """The text of a tracked file at the commit where the session began, by its path; empty where it has none."""

    def stood(self, call: Call, line: str) -> bool:
        """Whether the tracked file that a call reads held a line at the commit where the session began."""

    def differing(self, line: str) -> str:
        """Which file that differs from the base branch holds a line, in words; empty for none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a quote was seen, and the line that it stands in."""

    event: SessionEvent
    call: Call
    answer: ToolResult
    line: PrintedLine
    whole: bool = False


def answer_with_quote(session: RecordedSession, quote: str, files: SeenFiles, command: str = "") -> Sight | str:
    """The first answer in which a quote stands whole, in a machine's words; else why none counts.

    With a `command` the quote must be a whole line of that whole command's output.
    """
    if not command and not is_telling(clean(quote)):
        return "the quote is too short to be recognised"
    if not session.complete:
        return "the session is longer than what could be read, so an earlier tool input may hold these words"
    why = "no tool answer of this session holds these words"
    for place, event, call, answer in session.answers():
        if command and plain_line(call.command) != command:
            continue
        line = line_of(quote, answer.text, whole=bool(command))
        if line is None:
            continue
        why = _doubt(call, session.calls(place), line, quote if command else clean(quote), files)
        if not why:
            return Sight(event, call, answer, line, bool(command))
    return why


def _doubt(call: Call, calls: tuple[Call, ...], line: PrintedLine, quote: str, files: SeenFiles) -> str:
    """Why a line of an answer is no machine's word; empty where it is one."""
    if call.does is Does.OTHER:
        return f"what `{call.tool}` answers isn't a machine's word about this project"
    if Given(calls, files.before).holds(quote):
        return "an earlier tool input holds these words"
    if call.does is Does.READS:
        return "" if files.stood(call, line.text) else "this line didn't stand in a tracked file when the session began"
    return prints_others_words(call.command) or files.differing(line.text)
