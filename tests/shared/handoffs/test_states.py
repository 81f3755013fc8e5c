"""The state machine of handoffs: which state time decides, and what becomes of a result."""

from datetime import UTC, datetime, timedelta

import pytest

from scrubjay.handoffs.states import LEASE, MOVES, TERMINAL, HandoffState, ResultFate, completion, due

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOON, PAST = NOW + timedelta(days=1), NOW - timedelta(seconds=1)
P, A, C, R, E, X = (
    HandoffState.PENDING, HandoffState.ACCEPTED, HandoffState.COMPLETED, HandoffState.REJECTED, HandoffState.EXPIRED,
    HandoffState.CANCELLED,
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "expires_at", "active_at", "ended", "expected"),
    [
        (P, SOON, None, False, None),
        (P, NOW, None, False, E),
        (A, SOON, NOW, False, None),
        (A, PAST, NOW, False, None),  # who has taken it may finish it, however late
        (A, SOON, NOW - LEASE + timedelta(seconds=1), False, None),
        (A, SOON, NOW - LEASE, False, P),
        (A, SOON, NOW, True, P),  # the taker's session ended
        (A, SOON, NOW + timedelta(days=9), False, None),  # active in what is now the future
        (C, PAST, None, True, None),
        (R, PAST, None, True, None),
        (E, PAST, None, True, None),
        (X, PAST, None, True, None),
    ],
)
def test_time_gives_back_and_expires(
    state: HandoffState, expires_at: datetime, active_at: datetime | None, ended: bool, expected: HandoffState | None
) -> None:
    assert due(state, now=NOW, expires_at=expires_at, active_at=active_at, ended=ended) is expected


@pytest.mark.parametrize(
    ("state", "current", "lease", "expected"),
    [
        (A, 1, 1, ResultFate.FINISHES),
        (P, 1, 1, ResultFate.FINISHES),  # it ran out, and nobody took it since
        (A, 2, 1, ResultFate.NOTED),
        (P, 2, 1, ResultFate.NOTED),
        (C, 2, 1, ResultFate.NOTED),
        (C, 1, 1, ResultFate.REPEATED),
        (E, 1, 1, ResultFate.NOTED),
        (X, 1, 1, ResultFate.NOTED),
        (R, 1, 1, ResultFate.NOTED),
    ],
)
def test_a_result_finishes_unless_somebody_took_it_since(
    state: HandoffState, current: int, lease: int, expected: ResultFate
) -> None:
    assert completion(state, current, lease) is expected


def test_what_has_ended_never_moves_again() -> None:
    assert {C, R, E, X} == TERMINAL
    assert not TERMINAL & MOVES.keys()
