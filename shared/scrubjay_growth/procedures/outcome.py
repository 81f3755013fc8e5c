"""Outcome of a procedure in a session, and whether the procedure still holds. Pure."""

from collections.abc import Iterable, Sequence
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay_growth.procedures.runs import MIN_SESSIONS, SLOT, CommandRun, Template, parts

MOST_FAILURES: Final = 2
"""Sessions in which it failed that end it, until it succeeded as often again as it had to at first."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A session that tried a procedure, and how it went; `at` is ISO 8601 in UTC."""

    session: str
    at: str
    succeeded: bool


def fits_template(template: Template, words: Sequence[str]) -> bool:
    """Whether a command is one of a template; a slot holds one part or more."""
    own = parts(words)
    reached = {0}
    for part in template:
        if part is SLOT:
            reached = set(range(min(reached) + 1, len(own) + 1)) if reached else set()
        else:
            reached = {place + 1 for place in reached if place < len(own) and own[place] == part}
    return len(own) in reached


def outcome(steps: Sequence[Template], runs: Sequence[CommandRun]) -> bool | None:
    """Whether a session went through all steps, or was stopped by one that failed for good; None: neither.

    A step whose last run failed was not made good. One that wasn't reached in the order of the steps doesn't count.
    """
    place = 0
    for step in steps:
        ends = [run for run in runs if (run.succeeded or run.failed) and fits_template(step, run.words)]
        if ends and ends[-1].failed:
            return False
        after = next(
            (n for n in range(place, len(runs)) if runs[n].succeeded and fits_template(step, runs[n].words)), None
        )
        if after is None:
            return None
        place = after + 1
    return True


def holds(outcomes: Iterable[bool]) -> bool:
    """Whether a procedure is learned from these sessions, the oldest first."""
    return _walked(outcomes)[0] >= MIN_SESSIONS


def has_failed(outcomes: Iterable[bool]) -> bool:
    """Whether these sessions, the oldest first, end a procedure that was learned: to know less of it doesn't."""
    succeeded, ended = _walked(outcomes)
    return ended and succeeded < MIN_SESSIONS


def _walked(outcomes: Iterable[bool]) -> tuple[int, bool]:
    """The successes since it was ended last, and whether it ever was."""
    succeeded, failed, ended = 0, 0, False
    for went_well in outcomes:
        succeeded, failed = (succeeded + 1, failed) if went_well else (succeeded, failed + 1)
        if failed == MOST_FAILURES:
            succeeded, failed, ended = 0, 0, True
    return succeeded, ended
