"""Turns of two sessions of one process don't meet: where they do, one's tool call can have run the other's hooks."""

import pytest

from scrubjay.memory.transcript.session import Call, Does, SessionEvent, Stay, Typed, may_overlap


def stay(since: str, *events: str, running: bool = False, complete: bool = True) -> Stay:
    """Events as `12:00 typed`; all of one day."""
    told = []
    for event in events:
        time, what = event.split()
        kind = Typed("r", "x") if what == "typed" else Call(id="c", tool="Bash", does=Does.RUNS, inputs="")
        told.append(SessionEvent(f"2026-03-01T{time}:00.000Z", kind))
    return Stay(f"2026-03-01T{since}:00Z", told, running, complete)


FIRST = stay("11:59", "12:00 typed", "12:05 call", "12:30 typed", "12:31 call")
CASES = {
    "after a clear": (stay("12:40", "12:41 typed", "12:42 call"), False),
    "resumed between turns, with turns of another day": (
        stay("12:10", "09:00 typed", "09:01 call", "12:11 typed"),
        False,
    ),
    "nothing was said yet": (stay("12:10"), False),
    "reported in a turn, with turns before it": (stay("12:03", "09:00 typed"), True),
    "reported in a turn, without any": (stay("12:03"), True),
    "turns at the same time": (stay("12:40", "12:02 typed", "12:04 call"), True),
    "one turn within another": (stay("12:40", "12:03 typed"), True),
    "one call that never ended": (stay("11:00", "11:01 typed", "11:02 call", running=True), True),
    "turns that weren't read": (stay("11:00", "12:41 typed", complete=False), True),
    "times that can't be read": (Stay("", [SessionEvent("soon", Typed("r", "x"))]), False),
}


@pytest.mark.parametrize("case", CASES)
def test_whether_two_sessions_meet(case: str) -> None:
    other, expected = CASES[case]
    assert may_overlap(FIRST, other) is may_overlap(other, FIRST) is expected
