"""Lessons from a session's commands: what fixed a failure, which form works, what answers a question. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Final

from scrubjay.context.extraction.text import Candidate
from scrubjay.knowledge.chunking.languages import language_of
from scrubjay.memory.transcript.session import UNRECORDED, Call, Does, RecordedSession, SessionEvent, ToolResult, Typed
from scrubjay.memory.transcript.shell import chooses, parse, prints_others_words
from scrubjay.memory.transcript.statements import own_text
from scrubjay.memory.transcript.words import content, plain_line, words
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

COMMON: Final = 10
"""A word that more than every tenth call holds, and more than two, ties nothing together."""

SHORTEST: Final = 3
"""Letters or digits of a word that does."""

LAST: Final = 5
"""Lines among which the one that tells the cause is looked for: a summary often stands below it."""

TIMES: Final = 2
"""Runs that passed, from which on a command is how work is checked."""

LONGEST: Final = 160
"""Characters of a command or an error that a candidate holds."""

_ASKS_HOW: Final = ("how do ", "how can ", "how should ", "how to ", "what's the command", "what is the command")
_CAUSES: Final = (
    "error", "cannot", "can't", "not found", "no such", "failed", "denied", "refused", "missing", "unknown",
)  # fmt: skip
_ASSIGNED: Final = pattern(r"\w+=\S")
_SUBSTITUTION: Final = pattern(r"s([^\w\s]).+\1.*\1\w*\Z")
_FAILED_TO_ENTER: Final = "cd: "


@dataclass(frozen=True, slots=True)
class Run:
    """A command's run: what was asked, and how it ended."""

    event: SessionEvent
    call: Call
    answer: ToolResult


Lesson = tuple[Candidate, Run]


@dataclass(frozen=True, slots=True)
class _Ran:
    """A simple command that ran alone, or behind others that succeeded: its place, words, status, error and run."""

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
class _Repair:
    """What may have mended something: a command, or an edit of a file that is no code; `text` as a lesson tells it."""

    place: int
    words: frozenset[str]
    text: str
    simple: tuple[str, ...] = ()


def lessons(session: RecordedSession) -> Iterator[Lesson]:
    """Lessons from a session's commands, each with the run that it rests on, and the error that it quotes."""
    ran = tuple(_commands(session))
    telling = _Telling(session)
    changes = tuple(_changes(session))
    worked: set[tuple[str, ...]] = set()
    for number, run in enumerate(ran):
        before = run.words in worked
        if run.failed and (lesson := _repair_lesson(run, ran[number + 1 :], changes, telling, worked_before=before)):
            yield lesson
        if run.status == "0":
            worked.add(run.words)
    yield from _lessons_of_questions(session, ran)
    yield from _lesson_of_checks(ran)


class _Telling:
    """Tells which words of a session tie an error to commands: those that few of its calls hold."""

    def __init__(self, session: RecordedSession) -> None:
        calls = session.calls()
        self._most = max(2, len(calls) // COMMON)
        self._held = Counter(word for call in calls for word in _joined(call.inputs))
        self.edits = tuple(
            place
            for place, event in enumerate(session.events)
            if isinstance(event.what, Call) and event.what.does is Does.OTHER and language_of(event.what.file or "")
        )

    def __call__(self, error: str, *commands: str) -> frozenset[str]:
        """Those of an error, without the words of some commands."""
        others = {word for text in commands for word in (*words(text), *words(text.lower()))}
        rare_words = frozenset(
            word for word in _joined(error) if len(word) >= SHORTEST and self._held[word] <= self._most
        )
        return rare_words - others


def _repair_lesson(
    failed: _Ran, later: Sequence[_Ran], changes: Sequence[_Repair], telling: _Telling, *, worked_before: bool
) -> Lesson | None:
    """The lesson how a failed command worked later: in another form, or after a change that fits its error."""
    again = next((run for run in later if run.words == failed.words and run.status == "0"), None)
    tied = telling(failed.error, failed.text)
    if again is None and not worked_before:
        for run in later:
            if run.status == "0" and _another_form(failed.words, run.words, tied):
                text = f"`{failed.text}` fails here ({failed.error}); `{run.text}` works."
                return Candidate(text, "procedure", "project", failed.error), failed.run
    if again is None or any(run.failed and run.words == failed.words for run in later if run.place < again.place):
        return None  # of several failures the last one is mended
    changed = [repair for repair in changes if failed.place < repair.place < again.place]
    between = (
        [repair for repair in changed if repair.words & tied]
        or _alone_with_its_words(failed, changed, telling.edits)
        or _with_other_options(failed, changed, telling.edits)
    )
    if not between:
        return None
    best = max(between, key=lambda repair: repair.place)
    text = f"`{failed.text}` failed ({failed.error}) and worked after {best.text}."
    return Candidate(text, "incident", "project", failed.error), failed.run


def _alone_with_its_words(failed: _Ran, changed: Sequence[_Repair], edits: Collection[int]) -> list[_Repair]:
    """The change that holds words of the error which the failed command gave, where no code was edited.

    Of two that hold them one may only have looked: it is the one right before the command worked.
    """
    error_words = frozenset(word for word in _joined(failed.error) if len(word) >= SHORTEST)
    error_words &= _joined(" ".join(failed.words[1:]) or PurePath(failed.words[0]).name)
    holding = [repair for repair in changed if repair.words & error_words]
    mended = holding if len(holding) == 1 else [repair for repair in holding if repair is changed[-1]]
    until = mended[0].place if mended else 0
    return [] if any(failed.place < place < until for place in edits) else mended


def _with_other_options(failed: _Ran, changed: Sequence[_Repair], edits: Collection[int]) -> list[_Repair]:
    """The run that repaired a failed command by other options on the same operands, with no edit between."""
    repairs = [
        repair
        for repair in changed
        if repair.simple != failed.words and _operands(repair.simple) == _operands(failed.words)
    ]
    until = repairs[0].place if repairs else 0
    return [] if any(failed.place < place < until for place in edits) else repairs[:1]


def _changes(session: RecordedSession) -> Iterator[_Repair]:
    """Commands that ended well and didn't only search, and edits but of code: to mend code is ordinary work."""
    for place, _, call, answer in session.answers():
        line = parse(call.command) if call.does is Does.RUNS and answer.status == "0" else None
        if line and not any(_rewrites_code(simple) or chooses(simple) for simple in line.commands):
            text = plain_line(call.command)[:LONGEST]
            simple = line.commands[0] if len(line.commands) == 1 else ()
            programs = {word for command in line.commands for word in _joined(command[0])}
            yield _Repair(place, _joined(text) - programs, f"`{text}`", simple)
    for place, event in enumerate(session.events):
        edit = event.what if isinstance(event.what, Call) and event.what.does is Does.OTHER else None
        if edit is not None and edit.file and not language_of(edit.file):
            yield _Repair(place, _joined(edit.inputs), f"a change of {PurePath(edit.file).name}")


def _rewrites_code(simple: tuple[str, ...]) -> bool:
    """Whether a command substitutes text in the file of code that it ends with."""
    return bool(language_of(simple[-1])) and any(map(_SUBSTITUTION.match, simple))


def _lessons_of_questions(session: RecordedSession, ran: Sequence[_Ran]) -> Iterator[Lesson]:
    """The last command that worked after a person asked how, before they typed again."""
    typed = [(place, event.what) for place, event in enumerate(session.events) if isinstance(event.what, Typed)]
    for number, (place, turn) in enumerate(typed):
        question = plain_line(own_text(turn.text))
        if any(form in question.lower() for form in _ASKS_HOW):
            until = typed[number + 1][0] if number + 1 < len(typed) else len(session.events)
            worked = [run for run in ran if place < run.place < until and run.status == "0"]
            if worked and len(worked[-1].words) > 1:
                text = f"`{worked[-1].text}` worked when asked: {question[:LONGEST]}"
                yield Candidate(text, "procedure"), worked[-1].run


def _lesson_of_checks(ran: Sequence[_Ran]) -> Iterator[Lesson]:
    """The command that was run most often among those that failed and later passed again: how work is checked."""
    failed = {run.words for run in ran if run.failed}
    passed = Counter(run.words for run in ran if run.status == "0" and run.words in failed)
    for simple, times in passed.most_common(1):
        if times >= TIMES and len(simple) > 1:
            last = [run for run in ran if run.words == simple and run.status == "0"][-1]
            yield Candidate(f"`{last.text}` is how work is checked here.", "procedure"), last.run


def _commands(session: RecordedSession) -> Iterator[_Ran]:
    """The simple commands of a session that ran alone, or behind others that succeeded."""
    for place, event, call, answer in session.answers():
        line = parse(call.command) if call.does is Does.RUNS else None
        if line is None or line.fed or set(line.joins) - {"&&"} or prints_others_words(call.command):
            continue
        before, simple = [command for command in line.commands[:-1] if command[0] != "cd"], line.commands[-1]
        if before and answer.status != "0":
            continue  # which of them failed isn't told
        text, error = " && ".join(" ".join(command) for command in (*before, simple))[:LONGEST], _error_line(answer)
        if _FAILED_TO_ENTER not in error:
            yield _Ran(
                place,
                text,
                (*(word for command in before for word in command), *simple),
                error,
                Run(event, call, answer),
            )


def _error_line(answer: ToolResult) -> str:
    """The most telling of the last output lines that name a cause, else the last line; empty for no output."""
    lines = [line for line in map(plain_line, answer.text.split("\n")) if line]
    causes = [line for line in lines if any(sign in line.lower() for sign in _CAUSES)][-LAST:]
    line = max(reversed(causes), key=lambda line: len(content(line)), default=(lines or [""])[-1])
    return line if len(line) <= LONGEST else line[: LONGEST + 1].rpartition(" ")[0]


def _another_form(failed: tuple[str, ...], worked: tuple[str, ...], tied: frozenset[str]) -> bool:
    """Whether a command is the failed one run in another way: with words in front, or more that its error names."""
    if len(failed) >= len(worked):
        return False
    if worked[-len(failed) :] == failed:
        return True
    more = worked[len(failed) :]
    assigned = all(_ASSIGNED.match(word) for word in more)
    return worked[: len(failed)] == failed and (assigned or bool(tied.intersection(content(" ".join(more)))))


def _joined(text: str) -> frozenset[str]:
    """The content words of a text, compound ones also as a single word: SpatiaLite is spatialite."""
    return frozenset((*content(text), *content(text.lower())))


def _operands(simple: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in simple if not word.startswith("-"))
