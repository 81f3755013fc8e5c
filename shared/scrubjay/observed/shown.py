"""Does an answer of this session's tools show a quote, in words that no agent gave? Pure but for what it is handed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from scrubjay.observed.own import given_before, held_before, says_what_it_is_told
from scrubjay.observed.session import Answer, Call, Does, Event, Session
from scrubjay.observed.words import line_with, plain, taken_back, telling


class Files(Protocol):
    """What files held and hold."""

    def stood(self, call: Call, quote: str, line: str) -> bool:
        """Whether a tracked file that a call names held a quote at the commit where the session began."""

    def written(self, call: Call, quote: str, line: str) -> str:
        """Which file that isn't as it was then holds the quote, or makes the output; empty for none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Where a quote was seen, with the whole line that it is of."""

    event: Event
    call: Call
    answer: Answer
    words: str


def shown(session: Session, claim: str, quote: str, speaks: Callable[[str, str], bool], files: Files) -> Sight | str:
    """The first answer that shows a quote; else why none does."""
    wanted = plain(quote).strip("\"'`“”‘’ ")
    if not telling(wanted):
        return "the quote is too short to be recognised"
    if not speaks(wanted, claim):
        return "the quote doesn't speak of the claim"
    if not session.whole:
        return "the session is longer than what could be read, so an earlier tool input may hold these words"
    why = "no tool answer of this session holds these words"
    for place, event, call, answer in session.answers():
        if wanted not in plain(answer.text) or not (line := line_with(wanted, answer.text)):
            continue
        found = _doubt(session, place, call, wanted, line, files)
        if not found:
            return Sight(event, call, answer, line)
        why = found
    return why


def _doubt(session: Session, place: int, call: Call, quote: str, line: str, files: Files) -> str:
    """Why an answer doesn't show the quote; empty where it does."""
    before = session.calls(place)
    if call.does is Does.OTHER:
        return f"what `{call.tool}` answers isn't a machine's word about this project"
    if held_before(quote, before):
        return "an earlier tool input holds these words"
    if taken_back(quote, line):
        return "the rest of the line takes these words back"
    if files.stood(call, quote, line):
        return ""
    if call.does is Does.READS:
        return "these lines didn't stand in a tracked file when the session began"
    if why := says_what_it_is_told(call.command):
        return why
    if given_before(quote, before):
        return "tool inputs gave most of these words"
    return files.written(call, quote, line)
