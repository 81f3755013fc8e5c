"""What of a session is worth keeping unasked? What a person said on purpose, and what mended a failure. Pure.

No model is asked. Ordinary work (a test that fails, an edit, the test passes) is nothing to keep; a failure that a
command mended, or that another form of the same command doesn't have, is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.extraction.candidate import Candidate
from scrubjay.extraction.rules import explicit_statements
from scrubjay.observed.own import says_what_it_is_told
from scrubjay.observed.said import said
from scrubjay.observed.session import UNRECORDED, Answer, Call, Does, Session, Typed
from scrubjay.observed.shell import parse
from scrubjay.observed.statements import own_text
from scrubjay.observed.words import content, plain

MOST: Final = 5
"""Candidates of a session."""

NEAR: Final = 6
"""Commands after a failure among which one may mend it."""

LONGEST: Final = 160
"""Characters of a command or an error that a candidate holds."""

_ASKS_HOW: Final = ("how do ", "how can ", "how should ", "how to ", "what's the command", "what is the command")
_CAUSES: Final = (
    "error",
    "cannot",
    "can't",
    "not found",
    "no such",
    "failed",
    "denied",
    "refused",
    "missing",
    "unknown",
)


@dataclass(frozen=True, slots=True)
class _Ran:
    """A simple command that ran alone, or after others that all succeeded: its place, words, status and error."""

    place: int
    text: str
    words: tuple[str, ...]
    status: str
    error: str


def noticed(session: Session) -> tuple[Candidate, ...]:
    """At most five candidates, what was said first, none like another."""
    found: list[Candidate] = []
    known: list[frozenset[str]] = []
    for candidate in (*_said(session), *_shown(session)):
        about = frozenset(content(candidate.content))
        if about and not any(5 * len(about & other) > 4 * len(about | other) for other in known):
            known.append(about)
            found.append(candidate)
    return tuple(found[:MOST])


def _said(session: Session) -> Iterator[Candidate]:
    """What people said to be kept, and didn't take back."""
    for event in session.events:
        if isinstance(event.what, Typed):
            for candidate in explicit_statements(own_text(event.what.text)):
                quote = plain(candidate.quote)
                if not isinstance(said(session, quote, "", _nothing, _holds), str):
                    yield candidate


def _shown(session: Session) -> Iterator[Candidate]:
    ran = tuple(_commands(session))
    edits = [place for place, event in enumerate(session.events) if _edits(event.what)]
    for number, failed in enumerate(ran):
        if failed.status in ("0", UNRECORDED) or not failed.error:
            continue
        after = ran[number + 1 : number + 1 + NEAR]
        if better := next((one for one in after if one.status == "0" and _another_form(failed.words, one.words)), None):
            yield _candidate(
                f"`{failed.text}` fails here ({failed.error}); `{better.text}` works.", "procedure", failed
            )
            continue
        again = next((at for at, one in enumerate(after) if one.words == failed.words and one.status == "0"), None)
        between = [one for one in after[: again or 0] if one.status == "0" and one.words != failed.words]
        untouched = again is not None and not any(failed.place < place < after[again].place for place in edits)
        if between and untouched:
            mended = ", then ".join(f"`{one.text}`" for one in between[-2:])
            yield _candidate(f"`{failed.text}` failed ({failed.error}) and worked after {mended}.", "incident", failed)
    yield from _asked(session, ran)


def _asked(session: Session, ran: tuple[_Ran, ...]) -> Iterator[Candidate]:
    """The first command that worked after a person asked how."""
    for place, event in enumerate(session.events):
        if isinstance(event.what, Typed) and any(form in own_text(event.what.text).lower() for form in _ASKS_HOW):
            upto = next(
                (at for at in range(place + 1, len(session.events)) if _typed(session, at)), len(session.events)
            )
            tried = [one for one in ran if place < one.place < upto and one.status == "0"]
            if tried and len(tried[-1].words) > 1:
                asked = plain(own_text(event.what.text))[:LONGEST]
                yield _candidate(f"`{tried[-1].text}` worked when asked: {asked}", "procedure", tried[-1])


def _commands(session: Session) -> Iterator[_Ran]:
    for place, _, call, answer in session.answers():
        line = parse(call.command) if call.does is Does.RUNS else None
        if line is None or line.fed or set(line.joins) - {"&&"} or says_what_it_is_told(call.command):
            continue
        words = line.commands[-1]
        if len(line.commands) == 1 or line.commands[0][0] == "cd":
            yield _Ran(place, " ".join(words)[:LONGEST], words, answer.status, _error(answer))


def _error(answer: Answer) -> str:
    """The last line that names a cause; empty for none."""
    lines = [line for line in map(plain, answer.text.split("\n")) if any(sign in line.lower() for sign in _CAUSES)]
    return lines[-1][:LONGEST] if lines else ""


def _another_form(failed: tuple[str, ...], worked: tuple[str, ...]) -> bool:
    """Whether a command is the failed one with more to it: `uv run pytest` for `pytest`."""
    return failed != worked and len(failed) < len(worked) and set(failed) <= set(worked)


def _edits(what: object) -> bool:
    return isinstance(what, Call) and what.does is Does.OTHER and bool(what.file)


def _typed(session: Session, place: int) -> bool:
    return isinstance(session.events[place].what, Typed)


def _candidate(content: str, kind: str, ran: _Ran) -> Candidate:
    return Candidate(content, kind, "project", ran.error)


def _holds(statement: str, quote: str) -> bool:
    return plain(quote).lower().rstrip(".!") in plain(statement).lower()


def _nothing(words: str, claim: str) -> bool:
    return False
