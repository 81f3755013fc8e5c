"""The answer of a session's tools that holds a quote, in words that no agent gave. Pure but for the files."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from scrubjay.memory.transcript.own import prints_others_words
from scrubjay.memory.transcript.printed import PrintedLine, clean, line_of
from scrubjay.memory.transcript.session import Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay.memory.transcript.words import RUN, folded, plain, telling, words

_NAME: Final = re.compile(r"(?P<path>[\w@+-]*[./][\w./@+-]*\w)(?P<inner>(?:::\w+)*)")
"""A path, or a name within a file as test runners write it."""

Stood = Callable[[str], str]
"""The text of a tracked file as it was when the session began, by its path; empty for what was none."""


@dataclass(frozen=True)
class _Input:
    """What a tool was asked, in the forms that it is compared in; each is made when it is first needed."""

    text: str

    @cached_property
    def low(self) -> str:
        return folded(self.text)

    @cached_property
    def said(self) -> str:
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
    """What files held and hold."""

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


def shown(session: RecordedSession, quote: str, files: SeenFiles, command: str = "") -> Sight | str:
    """The first answer in which a quote stands whole, in a machine's words; else why none counts.

    With a `command` the quote must be a whole line of that whole command's output.
    """
    if not command and not telling(clean(quote)):
        return "the quote is too short to be recognised"
    if not session.complete:
        return "the session is longer than what could be read, so an earlier tool input may hold these words"
    why = "no tool answer of this session holds these words"
    for place, event, call, answer in session.answers():
        if command and plain(call.command) != command:
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
