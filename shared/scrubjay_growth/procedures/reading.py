"""Which commands did a session run, and how did each end? From its transcript; nothing else of it is kept. Pure."""

import shlex
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.memory.transcript.session import UNRECORDED, Call, Does, RecordedSession, ToolResult
from scrubjay.memory.transcript.shell import parse
from scrubjay_growth.procedures.runs import OK

LONGEST: Final = 400
"""Characters of a command; a longer one is a program."""

MOST: Final = 400
"""Commands of a session, the last ones."""

Mask = Callable[[str], str]
"""A text without secrets."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A command as it is kept: its words in one masked text, when it was, how it ended, and below which folder."""

    at: str
    command: str
    status: str
    folder: str = ""


def rows_of(session: RecordedSession, mask: Mask) -> tuple[RunRow, ...]:
    """The simple commands of a session in their order."""
    rows = [
        RunRow(event.occurred_at, text, status, call.folder)
        for _, event, call, answer in session.answers()
        if call.does is Does.RUNS
        for text, status in _commands(call, answer, mask)
    ]
    return tuple(rows[-MOST:])


def _commands(call: Call, answer: ToolResult, mask: Mask) -> Iterator[tuple[str, str]]:
    return commands_of(call.command, answer.status, mask)


def commands_of(line: str, status: str, mask: Mask) -> Iterator[tuple[str, str]]:
    """The simple commands of a line of shell, each with its own status as far as the line's tells it.

    Of several joined by `&&` each one worked where all did; else any may have failed. What is behind `;` tells nothing
    of what is before it, nor a pipe's end of its beginning. To change the folder is no step.
    """
    parsed = parse(line)
    if parsed is None or parsed.fed:
        return
    for place, words in enumerate(parsed.commands):
        is_last = place == len(parsed.joins) and "&" not in parsed.joins[-1:]
        known = not parsed.joins or (status == OK and set(parsed.joins[place:]) <= {"&&"})
        own = status if known and (is_last or status == OK) else UNRECORDED
        text = mask(shlex.join(map(printable, words)))
        if words[0] != "cd" and len(text) <= LONGEST and words_of(text):
            yield text, own


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command as it is kept; none where masking left no command."""
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()


def printable(word: str) -> str:
    """A word in one line, without characters that steer a terminal or hide others."""
    spaced = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in word)
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn"))
