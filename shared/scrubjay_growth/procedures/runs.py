"""The commands that a session ran, and which of their words vary. Values, learned by comparing; pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

OK: Final = "0"
"""The exit status of a command that succeeded."""

MIN_SESSIONS: Final = 3
"""Sessions in which a sequence succeeded before it is a procedure; a word that fewer have is an argument."""


@dataclass(frozen=True, slots=True)
class CommandRun:
    """A simple command in its words, masked; `status` is its exit status, or a word where that isn't known."""

    words: tuple[str, ...]
    status: str
    folder: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether the command ended with exit status 0."""
        return self.status == OK

    @property
    def failed(self) -> bool:
        """Whether the command ended with another exit status than 0; one that isn't recorded doesn't count."""
        return self.status.isdigit() and self.status != OK


@dataclass(frozen=True, slots=True)
class SessionRuns:
    """The commands that a session ran, in order. `at` is the day, ISO 8601; `branch` is empty if unknown."""

    session: str
    at: str
    runs: tuple[CommandRun, ...]
    branch: str = ""


SLOT: Final = None
"""A part of a template whose words vary."""

_ASSIGNED: Final = pattern(r"(-{0,2}[A-Za-z_][\w.-]*=)(.+)", re.DOTALL)
_NAME: Final = pattern(r"-{0,2}[A-Za-z_][\w.-]*=")

Template = tuple[str | None, ...]
"""The parts of a command: words that it always has, and slots."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A command as its template sees it: `values` are what stood in the slots."""

    template: Template
    values: tuple[str, ...] = ()


def parts(words: Iterable[str]) -> tuple[str, ...]:
    """The words of a command; `name=value` is two parts, since only one of them may vary."""
    split: list[str] = []
    for word in words:
        match = _ASSIGNED.fullmatch(word)
        split += [match[1], match[2]] if match else [word]
    return tuple(split)


def is_name(part: str) -> bool:
    """Whether a part is the name of an assignment, which its value is joined to."""
    return bool(_NAME.fullmatch(part))


def learned_templates(sessions: Sequence[SessionRuns]) -> Mapping[tuple[str, ...], Fitted]:
    """The template of each command, by its words.

    Behind the same words before it, a word that at least as many sessions have as a procedure needs is the command's
    own. The others stand in a slot; neighbouring slots are one, since how many arguments there are varies, too.
    """
    ran: dict[tuple[str, ...], set[str]] = defaultdict(set)
    spelled: dict[tuple[str, ...], tuple[str, ...]] = {}
    for session in sessions:
        for run in session.runs:
            if run.words:
                ran[run.words].add(session.session)
                spelled[run.words] = parts(run.words)
    fitted: dict[tuple[str, ...], Fitted] = {}
    waiting: list[tuple[list[tuple[str, ...]], int, tuple[tuple[str | None, int], ...]]] = [([*ran], 0, ())]
    while waiting:
        group, place, before = waiting.pop()
        children: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for words in group:
            own = spelled[words]
            if len(own) == place:
                fitted[words] = _fitted(before, own)
            else:
                children[own[place]].append(words)
        varying: list[tuple[str, ...]] = []
        for part, commands in sorted(children.items()):
            if not place or len(set().union(*(ran[words] for words in commands))) >= MIN_SESSIONS:
                waiting.append((commands, place + 1, (*before, (part, place))))
            else:
                varying += commands
        if varying:
            waiting.append((varying, place + 1, (*before, (SLOT, place))))
    return fitted


def _fitted(found: Iterable[tuple[str | None, int]], own: Sequence[str]) -> Fitted:
    """A command fitted to a template: its fixed parts, and slots with what stands in them."""
    template: list[str | None] = []
    values: list[list[str]] = []
    for part, place in found:
        if part is not SLOT:
            template.append(part)
        elif template and template[-1] is SLOT:
            values[-1].append(own[place])
        else:
            template.append(SLOT)
            values.append([own[place]])
    return Fitted(tuple(template), tuple(" ".join(words) for words in values))


def family(template: Template) -> tuple[str, ...]:
    """The fixed words of a command without its options, by which commands that do the same are told."""
    return tuple(part for part in template if part is not SLOT and not part.startswith("-") and not is_name(part))
