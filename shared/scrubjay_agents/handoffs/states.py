"""The states of a handoff: which may follow which, and what time alone decides."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

LEASE = timedelta(minutes=30)
"""How long a taker may be silent."""

DEFAULT_TTL = timedelta(days=7)
MAX_TTL = timedelta(days=30)


class HandoffState(StrEnum):
    """Where a handoff stands."""

    PENDING = "PENDING"
    ACCEPTED = "ACCEPTED"
    COMPLETED = "COMPLETED"
    REJECTED = "REJECTED"
    EXPIRED = "EXPIRED"
    CANCELLED = "CANCELLED"


MOVES: Mapping[HandoffState, frozenset[HandoffState]] = {
    HandoffState.PENDING: frozenset(HandoffState) - {HandoffState.PENDING},
    HandoffState.ACCEPTED: frozenset({HandoffState.COMPLETED, HandoffState.PENDING, HandoffState.CANCELLED}),
}
"""What may follow a state. A pending one is completed only by who held it last and lost it to silence."""


def due(state: HandoffState, *, expired: bool, silent: timedelta | None) -> HandoffState | None:
    """The state that time puts a handoff into; None where it stays.

    `expired`: its time is over; `silent` is for how long its taker has been, None where the taker's session has ended.
    """
    if state is HandoffState.ACCEPTED and (silent is None or silent >= LEASE):
        return HandoffState.PENDING
    return HandoffState.EXPIRED if state is HandoffState.PENDING and expired else None


def finishes(state: HandoffState, current: int, lease: int) -> bool:
    """Whether a result of who took a handoff as number `lease` finishes it, else it is a note; `current` is the last.

    One that comes late finishes the work where nobody took it since.
    """
    return lease == current and state in (HandoffState.ACCEPTED, HandoffState.PENDING)
