"""How did the test commands of a session end, each the last time that it ran? Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from scrubjay.memory.transcript.session import UNRECORDED, Does, RecordedSession
from scrubjay.memory.transcript.shell import parse

_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")
_BEFORE: Final = frozenset({"cd", "source", ".", "export", "set"})
"""Commands before a test command that hardly fail: the status of the line is the test's."""


def last_tests(session: RecordedSession, commands: Iterable[str]) -> str:
    """ "passed" where the last result of each test command was a success, "failed" where one wasn't; empty: none ran.

    A result that the client didn't record, or that another command of a pipe hides, takes the place of an earlier one:
    then nothing is known of that command.
    """
    named = [tuple(command.split()) for command in commands if command.strip()]
    last: dict[tuple[str, ...], str] = {}
    for _, _, call, answer in session.answers():
        if call.does is not Does.RUNS:
            continue
        last |= dict(_statuses(call.command, answer.status, named))
    known = {status for status in last.values() if status != UNRECORDED}
    if not known:
        return ""
    return "passed" if known == {"0"} and UNRECORDED not in last.values() else "failed" if known != {"0"} else ""


def _statuses(text: str, status: str, named: Sequence[tuple[str, ...]]) -> Iterable[tuple[tuple[str, ...], str]]:
    """The test commands in a line, each with its own exit status as far as the line's tells it."""
    line = parse(text)
    if line is None:
        return
    ran = [next((name for name in named if _is(words, name)), None) for words in line.commands]
    plain = not line.fed and not set(line.joins) - {"&&", ";"}
    for place, name in enumerate(ran):
        if name is None:
            continue
        is_last = place == len(ran) - 1
        alone = all(words[0] in _BEFORE for words in line.commands[:place])
        whole = "&&" in line.joins and ";" not in line.joins
        if plain and ((is_last and (alone or status == "0")) or (whole and status == "0")):
            yield name, status
        else:
            yield name, UNRECORDED


def _is(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a simple command is a test command: its first words, the program by its name or path."""
    start = next((place for place, word in enumerate(words) if not _ASSIGNMENT.match(word)), len(words))
    own = list(words[start : start + len(name)])
    if len(own) < len(name):
        return False
    program = own[0] if "/" in name[0] else own[0].rpartition("/")[2]
    return [program, *own[1:]] == list(name)
