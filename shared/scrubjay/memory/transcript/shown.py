"""The answer of a session's tools that holds a quote, in words that no agent gave. Pure but for the files."""

from dataclasses import dataclass
from typing import Protocol

from scrubjay.memory.transcript.given import Given
from scrubjay.memory.transcript.own import prints_others_words
from scrubjay.memory.transcript.printed import PrintedLine, clean, line_of
from scrubjay.memory.transcript.session import Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay.memory.transcript.words import plain, telling


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
