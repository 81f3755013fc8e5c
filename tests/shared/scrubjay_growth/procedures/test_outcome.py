"""How a procedure goes, and what ends it."""

import pytest

from scrubjay_growth.procedures.outcome import fits_template, holds, outcome
from scrubjay_growth.procedures.runs import CommandRun

STEPS = (("make", "a"), ("make", "b", None), ("make", "c"))


def runs(*lines: str) -> list[CommandRun]:
    return [CommandRun(tuple(line.rstrip("!").split()), "1" if line.endswith("!") else "0") for line in lines]


@pytest.mark.parametrize(
    ("lines", "went"),
    [
        (("make a", "ls", "make b 1", "make c"), True),
        (("make a", "make b 1!", "make b 2", "make c"), True),
        (("make a", "make b 1", "make c!"), False),
        (("make a!",), False),
        # it went through once, and is broken since
        (("make a", "make b 1", "make c", "make a!"), False),
        # another step's failure before it was tried in order says nothing
        (("make c!", "ls"), None),
        (("make a", "make b 1"), None),
        (("make c", "make b 1", "make a"), None),
        ((), None),
    ],
)
def test_a_session_goes_through_fails_or_does_neither(lines: tuple[str, ...], went: bool | None) -> None:
    assert outcome(STEPS, runs(*lines)) is went


@pytest.mark.parametrize(
    ("outcomes", "still"),
    [
        ("+++", True),
        ("++", False),
        ("+++-", True),
        ("+++--", False),
        ("++-+-", False),
        ("+++--++", False),
        ("+++--+++", True),
        ("++++++++-+-", False),
    ],
)
def test_two_failures_end_it_until_it_succeeds_as_often_as_at_first(outcomes: str, still: bool) -> None:
    assert holds(sign == "+" for sign in outcomes) is still


@pytest.mark.parametrize(
    ("command", "fitting"),
    [("tag v1", True), ("tag v1 v2", True), ("tag", False), ("tag v1 --force", True), ("untag v1", False)],
)
def test_a_slot_holds_one_word_or_more(command: str, fitting: bool) -> None:
    assert fits_template(("tag", None), command.split()) is fitting
    assert fits_template(("push", None, "--tags"), ("push", "a", "b", "--tags"))
    assert not fits_template(("push", None, "--tags"), ("push", "--tags"))
