"""Does an answer of this session's tools show a quote, in words that no agent gave? Pure but for what it is handed."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from scrubjay.observed.excerpt import Excerpt, Part, Quoted, clean, find
from scrubjay.observed.given import Given
from scrubjay.observed.heading import heading
from scrubjay.observed.own import says_what_it_is_told
from scrubjay.observed.session import Answer, Call, Does, Event, Session
from scrubjay.observed.words import plain, stands_in, taken_back, telling

_COMMIT: Final = re.compile(r"\b[0-9a-f]{7,40}\b")

Speaks = Callable[[Excerpt, str], bool]
"""Whether an excerpt speaks of a claim."""


class Files(Protocol):
    """What files held and hold."""

    def before(self, path: str) -> str:
        """The text of a tracked file at the commit where the session began, by its path; empty where it has none."""

    def message(self, commit: str) -> str:
        """The message of a commit that was there when the session began, by its id or its beginning; else empty."""

    def stood(self, call: Call, quote: str, line: str) -> bool:
        """Whether a tracked file that a call names held a quote at the commit where the session began."""

    def written(self, call: Call, quote: str, line: str) -> str:
        """Which file that isn't as it was then holds the quote, or makes the output; empty for none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a quote was seen, with the whole lines that show the claim."""

    event: Event
    call: Call
    answer: Answer
    words: str


def shown(session: Session, claim: str, quote: str, speaks: Speaks, files: Files) -> Sight | str:
    """The first answer that shows a quote which speaks of the claim; else why none does.

    Each line counts for itself: one that an agent gave is left out, and what is left must still say enough. Lines
    beside the quote are read with it where they are shown as well.
    """
    if not telling(clean(quote)):
        return "the quote is too short to be recognised"
    if not session.whole:
        return "the session is longer than what could be read, so an earlier tool input may hold these words"
    sign = max(clean(quote).split(), key=len)
    why = "no tool answer of this session holds these words"
    for place, event, call, answer in session.answers():
        quoted = find(quote, answer.text) if sign in answer.text else None
        if quoted is None:
            continue
        doubt = _Doubt(call, Given(session.calls(place), files.before), files, frozenset(_COMMIT.findall(claim)))
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
    own, lines = tuple(part.quoted for part in parts), tuple(part.line for part in parts)
    if speaks(Excerpt(own, lines, above), claim):
        return lines
    before, after = (
        tuple(line for line in some if not doubt(Part(line, line))) for some in (quoted.before, quoted.after)
    )
    if speaks(Excerpt(own, (*before, *lines, *after), above), claim):
        return (*before, *lines, *after)
    return first or "the quote doesn't speak of the claim"


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why a line of an answer shows nothing; empty where it does. `commits` are those that the claim names."""

    call: Call
    given: Given
    files: Files
    commits: frozenset[str]

    def __call__(self, part: Part) -> str:
        call, quote = self.call, part.quoted
        if call.does is Does.OTHER:
            return f"what `{call.tool}` answers isn't a machine's word about this project"
        if self.given.holds(quote):
            return "an earlier tool input holds these words"
        if taken_back(quote, part.line):
            return "the rest of the line takes these words back"
        if self.files.stood(call, quote, part.line) or self._is_of_a_commit(part):
            return ""
        if call.does is Does.READS:
            return "these lines didn't stand in a tracked file when the session began"
        if why := says_what_it_is_told(call.command):
            return why
        if self.given.makes_up(quote):
            return "tool inputs gave most of these words"
        return self.files.written(call, quote, part.line)

    def _is_of_a_commit(self, part: Part) -> bool:
        """Whether a line says of a commit that the claim names what that commit's own message says."""
        said = plain(_COMMIT.sub(" ", part.quoted))
        shown = _COMMIT.findall(part.line)
        named = (one for one in shown if any(one.startswith(other) or other.startswith(one) for other in self.commits))
        return bool(said) and any(stands_in(said, plain(self.files.message(one))) for one in named)
