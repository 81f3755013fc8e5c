"""The state machine of handoffs: which state time decides, and what becomes of a result."""

from datetime import timedelta

import pytest

from scrubjay_agents.handoffs.handoff import LEASE, MOVES, HandoffState, due_state, finishes

P, A, C, R, E, X = (
    HandoffState.PENDING, HandoffState.ACCEPTED, HandoffState.COMPLETED, HandoffState.REJECTED, HandoffState.EXPIRED,
    HandoffState.CANCELLED,
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "expired", "silent", "expected"),
    [
        (P, False, None, None),
        (P, True, None, E),
        (A, False, timedelta(), None),
        (A, True, timedelta(), None),  # who has taken it may finish it, however late
        (A, False, LEASE - timedelta(seconds=1), None),
        (A, False, LEASE, P),
        (A, False, None, P),  # the taker's session ended
        (A, False, -LEASE, None),
        (C, True, None, None),
        (R, True, None, None),
        (E, True, None, None),
        (X, True, None, None),
    ],
)
def test_time_gives_back_and_expires(
    state: HandoffState, expired: bool, silent: timedelta | None, expected: HandoffState | None
) -> None:
    assert due_state(state, expired=expired, silent=silent) is expected


@pytest.mark.parametrize(
    ("state", "current", "lease", "expected"),
    [
        (A, 1, 1, True),
        (P, 1, 1, True),  # it ran out, and nobody took it since
        (A, 2, 1, False),
        (P, 2, 1, False),
        (C, 2, 1, False),
        (C, 1, 1, False),
        (E, 1, 1, False),
        (X, 1, 1, False),
        (R, 1, 1, False),
    ],
)
def test_a_result_finishes_unless_somebody_took_it_since(
    state: HandoffState, current: int, lease: int, expected: bool
) -> None:
    assert finishes(state, current, lease) is expected


def test_what_has_ended_never_moves_again() -> None:
    assert not {C, R, E, X} & MOVES.keys()
