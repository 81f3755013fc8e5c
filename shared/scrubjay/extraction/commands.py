"""What did a session's commands teach? What mended a failure, which form works, what answers a question. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from scrubjay.extraction.candidate import Candidate
from scrubjay.observed.own import says_what_it_is_told
from scrubjay.observed.ran import Run
from scrubjay.observed.session import UNRECORDED, Answer, Call, Does, Session, Typed
from scrubjay.observed.shell import parse
from scrubjay.observed.statements import own_text
from scrubjay.observed.words import plain

NEAR: Final = 6
"""Commands after a failure among which one may mend it."""

OFTEN: Final = 2
"""Failures with one error that cost so much that what ended them is worth keeping; runs that make a habit."""

LONGEST: Final = 160
"""Characters of a command or an error that a candidate holds."""

_ASKS_HOW: Final = ("how do ", "how can ", "how should ", "how to ", "what's the command", "what is the command")
_CAUSES: Final = (
    "error", "cannot", "can't", "not found", "no such", "failed", "denied", "refused", "missing", "unknown",
)  # fmt: skip
_FAILED_TO_ENTER: Final = "cd: "

Lesson = tuple[Candidate, Run]


@dataclass(frozen=True, slots=True)
class _Ran:
    """A simple command that ran alone, or after a `cd` that succeeded: its place, words, status, error and run."""

    place: int
    text: str
    words: tuple[str, ...]
    error: str
    run: Run

    @property
    def status(self) -> str:
        return self.run.answer.status

    @property
    def failed(self) -> bool:
        return self.status not in ("0", UNRECORDED) and bool(self.error)


@dataclass(frozen=True, slots=True)
class _Edit:
    """A file that was edited, and when."""

    place: int
    name: str


def lessons(session: Session) -> Iterator[Lesson]:
    """Candidates with the run that each rests on. The quote is the error that it tells; empty where it tells none."""
    ran = tuple(_commands(session))
    edits = tuple(
        _Edit(place, PurePath(event.what.file).name)
        for place, event in enumerate(session.events)
        if isinstance(event.what, Call) and event.what.does is Does.OTHER and event.what.file
    )
    for number, one in enumerate(ran):
        if one.failed and (lesson := _mended(one, ran[number + 1 :], edits)):
            yield lesson
    yield from _stubborn(ran, edits)
    yield from _answers(session, ran)
    yield from _checks(ran)


def _mended(failed: _Ran, later: Sequence[_Ran], edits: Sequence[_Edit]) -> Lesson | None:
    """Another form of a failed command that works, or the commands after which it worked; no file was edited."""
    after = later[:NEAR]
    if better := next((one for one in after if one.status == "0" and _another_form(failed.words, one.words)), None):
        text = f"`{failed.text}` fails here ({failed.error}); `{better.text}` works."
        return Candidate(text, "procedure", "project", failed.error), failed.run
    again = next((at for at, one in enumerate(after) if one.words == failed.words and one.status == "0"), None)
    if again is None or any(failed.place < edit.place < after[again].place for edit in edits):
        return None
    between = [one for one in after[:again] if one.status == "0" and one.words != failed.words]
    if not between:
        return None
    mended = ", then ".join(f"`{one.text}`" for one in between[-2:])
    text = f"`{failed.text}` failed ({failed.error}) and worked after {mended}."
    return Candidate(text, "incident", "project", failed.error), failed.run


def _stubborn(ran: Sequence[_Ran], edits: Sequence[_Edit]) -> Iterator[Lesson]:
    """A command that failed with one error more than once, and worked when one or two files had been edited."""
    failures: dict[tuple[str, ...], list[_Ran]] = {}
    for one in ran:
        before = failures.setdefault(one.words, [])
        if one.failed:
            if before and before[-1].error != one.error:
                before.clear()
            before.append(one)
        elif one.status == "0":
            changed = {edit.name for edit in edits if before and before[-1].place < edit.place < one.place}
            if len(before) >= OFTEN and 0 < len(changed) <= OFTEN:
                text = (
                    f"`{one.text}` failed again and again ({before[-1].error}) and worked after a change of "
                    f"{' and '.join(sorted(changed))}."
                )
                yield Candidate(text, "incident", "project", before[-1].error), before[-1].run
            before.clear()


def _answers(session: Session, ran: Sequence[_Ran]) -> Iterator[Lesson]:
    """The last command that worked after a person asked how, before they typed again."""
    typed = [(place, event.what) for place, event in enumerate(session.events) if isinstance(event.what, Typed)]
    for number, (place, turn) in enumerate(typed):
        asked = plain(own_text(turn.text))
        if any(form in asked.lower() for form in _ASKS_HOW):
            until = typed[number + 1][0] if number + 1 < len(typed) else len(session.events)
            worked = [one for one in ran if place < one.place < until and one.status == "0"]
            if worked and len(worked[-1].words) > 1:
                text = f"`{worked[-1].text}` worked when asked: {asked[:LONGEST]}"
                yield Candidate(text, "procedure"), worked[-1].run


def _checks(ran: Sequence[_Ran]) -> Iterator[Lesson]:
    """The command that was run most often among those that failed and later passed again: how work is checked."""
    failed = {one.words for one in ran if one.failed}
    passed = Counter(one.words for one in ran if one.status == "0" and one.words in failed)
    for words, times in passed.most_common(1):
        if times >= OFTEN and len(words) > 1:
            last = [one for one in ran if one.words == words and one.status == "0"][-1]
            yield Candidate(f"`{last.text}` is how work is checked here.", "procedure"), last.run


def _commands(session: Session) -> Iterator[_Ran]:
    for place, event, call, answer in session.answers():
        line = parse(call.command) if call.does is Does.RUNS else None
        if line is None or line.fed or set(line.joins) - {"&&"} or says_what_it_is_told(call.command):
            continue
        words = line.commands[-1]
        if len(line.commands) == 1 or (len(line.commands) == 2 and line.commands[0][0] == "cd"):
            text, error = " ".join(words)[:LONGEST], _error(answer)
            if _FAILED_TO_ENTER not in error:
                yield _Ran(place, text, words, error, Run(event, call, answer, text))


def _error(answer: Answer) -> str:
    """The last line that names a cause; empty for none."""
    lines = [line for line in map(plain, answer.text.split("\n")) if any(sign in line.lower() for sign in _CAUSES)]
    return lines[-1][:LONGEST] if lines else ""


def _another_form(failed: tuple[str, ...], worked: tuple[str, ...]) -> bool:
    """Whether a command is the failed one with more to it: `uv run pytest` for `pytest`."""
    return len(failed) < len(worked) and set(failed) <= set(worked)
