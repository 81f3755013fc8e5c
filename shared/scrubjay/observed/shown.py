"""Does an answer of this session's tools show a quote, in words that no agent gave? Pure but for what it is handed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from scrubjay.observed.excerpt import Excerpt, LinePart, Quoted, clean, find
from scrubjay.observed.given import Given
from scrubjay.observed.heading import heading
from scrubjay.observed.own import only_computes, queried_after_writing, says_what_it_is_told
from scrubjay.observed.past import Past
from scrubjay.observed.session import Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay.observed.words import is_value, taken_back, telling

Speaks = Callable[[Excerpt, str], bool]
"""Whether an excerpt speaks of a claim."""


class SeenFiles(Protocol):
    """What files held and hold."""

    def before(self, path: str) -> str:
        """The text of a tracked file at the commit where the session began, by its path; empty where it has none."""

    def message(self, revision: str) -> str:
        """The message of a commit that was there when the session began, by a name of it; else empty."""

    def then(self, revision: str, path: str) -> str:
        """The text of a file at such a commit; empty where it had none."""

    def counted(self, call: Call, line: str) -> bool:
        """Whether a line tells how many lines a search matched in a tracked file, and it had so many then."""

    def stood(self, call: Call, quote: str, line: str) -> bool:
        """Whether a tracked file that a call names held a quote at the commit where the session began."""

    def written(self, call: Call, quote: str, line: str) -> str:
        """Which file that isn't as it was then holds the quote, or makes the output; empty for none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a quote was seen, with the whole lines that show the claim."""

    event: SessionEvent
    call: Call
    answer: ToolResult
    words: str


def shown(session: RecordedSession, claim: str, quote: str, speaks: Speaks, files: SeenFiles) -> Sight | str:
    """The first answer that shows a quote which speaks of the claim; else why none does.

    Each line counts for itself: one that an agent gave is left out, and what is left must still say enough. Lines
    beside the quote are read with it where they are shown as well.
    """
    if not telling(clean(quote)):
        return "the quote is too short to be recognised"
    if not session.complete:
        return "the session is longer than what could be read, so an earlier tool input may hold these words"
    sign = max(clean(quote).split(), key=len)
    why = "no tool answer of this session holds these words"
    for place, event, call, answer in session.answers():
        quoted = find(quote, answer.text) if sign in answer.text else None
        if quoted is None:
            continue
        calls = session.calls(place)
        past = Past(claim, call.command, answer.text)
        doubt = _Doubt(call, calls, Given(calls, files.before), files, past)
        words = _said(doubt, quoted, claim, speaks)
        if isinstance(words, tuple):
            return Sight(event, call, answer, " ".join(words))
        why = words
    return why


def _said(doubt: "_Doubt", quoted: Quoted, claim: str, speaks: Speaks) -> tuple[str, ...] | str:
    """The lines of an answer that show the claim; else why none do."""
    doubts = [(part, doubt(part)) for part in quoted.parts]
    parts = [part for part, why in doubts if not why]
    first = next((why for _, why in doubts if why), "")
    if not telling(" ".join(part.quoted for part in parts)):
        return first or "the quote is too short to be recognised"
    above = heading(doubt.call)
    quoted_lines, lines = tuple(part.quoted for part in parts), tuple(part.line for part in parts)
    before, after = (
        tuple(line for line in side if not doubt(LinePart(line, line))) for side in (quoted.before, quoted.after)
    )
    around = (*before, *lines, *after)
    context = (*_title(doubt, quoted), *around)
    for read in dict.fromkeys((lines, around, context)):
        if speaks(Excerpt(quoted_lines, read, above, context), claim):
            return read
    return first or "the quote doesn't speak of the claim"


def _title(doubt: "_Doubt", quoted: Quoted) -> tuple[str, ...]:
    """The first line that a command printed, a status or the head of a table, where it isn't among those beside."""
    is_separate = quoted.first not in (*quoted.before, *(part.line for part in quoted.parts))
    return (
        (quoted.first,)
        if is_separate and doubt.call.does is Does.RUNS and not doubt(LinePart(quoted.first, quoted.first))
        else ()
    )


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why a line of an answer shows nothing; empty where it does."""

    call: Call
    calls: tuple[Call, ...]
    inputs: Given
    files: SeenFiles
    past: Past

    def __call__(self, part: LinePart) -> str:
        call, quote = self.call, part.quoted
        if call.does is Does.OTHER:
            return f"what `{call.tool}` answers isn't a machine's word about this project"
        if self.inputs.holds(quote):
            return "an earlier tool input holds these words"
        if taken_back(quote, part.line):
            return "the rest of the line takes these words back"
        if self.files.stood(call, quote, part.line) or self.files.counted(call, part.line):
            return ""
        if call.does is Does.READS:
            return "these lines didn't stand in a tracked file when the session began"
        if self.past.holds(part, self.files.message, self.files.then, self.files.before):
            return ""
        if why := says_what_it_is_told(call.command):
            return why
        written = queried_after_writing(call.command, (other.command for other in self.calls))
        if (written or only_computes(call.command)) and not is_value(quote):
            return "the command's own program may have made these words"
        if self.inputs.makes_up(quote):
            return "tool inputs gave most of these words"
        return self.files.written(call, quote, part.line)
