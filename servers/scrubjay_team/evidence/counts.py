"""Counts that members' homes send of their sessions: taken in any order and any number of times, and taken back."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay.errors import LimitExceeded
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

KEPT: Final = timedelta(days=180)
"""How long a session is kept; older ones are not taken."""
WINDOW: Final = timedelta(days=90)
"""Sessions that are compared."""
AHEAD: Final = timedelta(days=1)
"""How far a member's clock may be ahead."""
MOST: Final = 20_000
"""Sessions of one member."""
MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionTold:
    """A session as a home tells of it: its number, and what the home knew of it at a version."""

    session: bytes
    version: int
    day: date
    client: str
    ended: str
    memories: tuple[UUID, ...]

    @property
    def rank(self) -> tuple[int, str, date, str]:
        """By which the greater one of two tellings counts, in whichever order they come."""
        return self.version, self.ended, self.day, self.client


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCounts:
    """What the server has of a member's own sessions; `first` and `last` are days, None without any."""

    sessions: int
    well: int
    ill: int
    unknown: int
    memories: int
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedMemory:
    """How many sessions of how many other members, two at least, had a memory, and how they ended."""

    memory: UUID
    sessions: int
    well: int
    ill: int
    members: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedTeam:
    """How many sessions of how many other members, two at least, are counted at all."""

    sessions: int
    well: int
    ill: int
    members: int


def take(entered: "Entered", told: Iterable[SessionTold], now: "datetime") -> int:
    """Keep what a member's home tells of sessions; returns how many are of the time that is kept.

    Of a memory that the member doesn't see nothing is kept. Raises LimitExceeded.
    """
    first, last = (now - KEPT).date(), (now + AHEAD).date()
    newest: dict[bytes, SessionTold] = {}
    had: set[tuple[bytes, UUID]] = set()
    for one in told:
        if first <= one.day <= last:
            newest[one.session] = max(one, newest.get(one.session, one), key=lambda telling: telling.rank)
            had |= {(one.session, memory) for memory in one.memories}
    if not newest:
        return 0
    rows = sorted(newest.values(), key=lambda one: one.session)
    caller, connection = entered.caller, entered.connection
    connection.execute(Q.put_sessions, {
        "team": caller.team, "member": caller.member, "sessions": [one.session for one in rows],
        "versions": [one.version for one in rows], "days": [one.day for one in rows],
        "clients": [one.client for one in rows], "ended": [one.ended for one in rows],
    })  # fmt: skip
    pairs = sorted(had)
    connection.execute(Q.put_had, {
        "team": caller.team, "member": caller.member, "sessions": [session for session, _ in pairs],
        "memories": [memory for _, memory in pairs],
    })  # fmt: skip
    if own(entered).sessions > MOST:
        raise LimitExceeded(
            f"A member has at most {counted(MOST, 'session')} counted; each goes after {counted(KEPT.days, 'day')}. "
            "`scrubjay team evidence --forget` takes all of them back."
        )
    return len(rows)


def own(entered: "Entered") -> OwnCounts:
    """What is kept of the caller's own sessions."""
    (row,) = entered.connection.execute(Q.own_counts).fetchall()
    return from_row(OwnCounts, row)


def take_back(entered: "Entered") -> int:
    """Delete all of the caller's sessions; returns how many there were."""
    return entered.connection.execute(Q.take_back).rowcount


def sums(entered: "Entered", now: "datetime") -> Sequence[CountedMemory]:
    """The memories that the caller sees and that others' sessions had lately, those of most sessions first.

    The caller's own sessions are in no sum, so that nobody learns another one's by taking away their own.
    """
    params = {"since": (now - WINDOW).date(), "most": MOST_SHOWN}
    return [from_row(CountedMemory, row) for row in entered.connection.execute(Q.sums, params).fetchall()]


def total(entered: "Entered", now: "datetime") -> CountedTeam | None:
    """How many sessions of others the caller's team counts; None where they are fewer than two members'."""
    row = entered.connection.execute(Q.total, {"since": (now - WINDOW).date()}).fetchone()
    return from_row(CountedTeam, row) if row else None
