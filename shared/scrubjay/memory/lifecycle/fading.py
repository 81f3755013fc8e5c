"""Which memories have had their time? Once a day the law of lifetimes is applied to those that nobody vouches for."""

import json
from collections.abc import Callable, Collection, Mapping
from datetime import date

from scrubjay.memory.store.rows import Q, believe, memory_of
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.grade import Grade
from scrubjay.model.lifetime import FADING_KINDS, LifetimeFacts, status_of
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage.driver import Connection, Row

AT_ONCE = 500

Grading = Callable[[Collection[str]], Mapping[str, Grade]]
"""How well some memories are grounded at the base branch."""

WHY = {
    MemoryStatus.FADED: "faded: nothing stands beside its author's word, and its time is over",
    MemoryStatus.ARCHIVED: "archived: nothing stood beside its author's word for a year",
    MemoryStatus.ACTIVE: "it was said, seen or found again",
}


def fade(memories: Scopes, scope: str, grades: Grading, stop: Callable[[], bool] = lambda: False) -> int:
    """Let go what had its time, and bring back what somebody vouches for by now; returns how many changed.

    Done once a day that the project is worked on; a day that was interrupted is done again.
    """
    if memories.reading(scope, _done_today):
        return 0
    changed = after = 0
    while rows := memories.reading(scope, lambda c, place, after=after: _mortal(c, place, after)):  # type: ignore[misc]
        if stop():
            return changed
        after = rows[-1]["number"]
        best = grades([row["id"] for row in rows])
        lives = {row["number"]: _life(row, best.get(row["id"], Grade.TOLD)) for row in rows}
        changed += memories.writing(scope, lambda c, place, lives=lives: _apply(c, place, lives))  # type: ignore[misc]
    memories.writing(scope, lambda c, place: c.execute(Q.add_worked, {"day": place.now[:10]}))
    return changed


def faded(connection: Connection, place: WriteContext, limit: int) -> tuple[Memory, ...]:
    """Memories that had their time and are kept, newest first."""
    params = {"project": place.owner, "status": MemoryStatus.FADED, "author": "", "limit": limit}
    return tuple(memory_of(connection, row) for row in connection.execute(Q.with_status, params).fetchall())


def _done_today(connection: Connection, place: WriteContext) -> bool:
    return connection.execute(Q.worked_on, {"day": place.now[:10]}).fetchone() is not None


def _mortal(connection: Connection, place: WriteContext, after: int) -> list[Row]:
    params = {"project": place.owner, "after": after, "limit": AT_ONCE, "kinds": json.dumps(FADING_KINDS)}
    return connection.execute(Q.mortal, params).fetchall()


def _life(row: Row, grade: Grade) -> LifetimeFacts:
    repeated = frozenset(_day(moment) for moment in json.loads(row["repeated"]))
    return LifetimeFacts(
        row["kind"], grade, _day(row["captured"]), repeated, _day(row["observed"]) if row["observed"] else None
    )


def _day(moment: str) -> date:
    return date.fromisoformat(moment[:10])


def _apply(connection: Connection, place: WriteContext, lives: Mapping[int, LifetimeFacts]) -> int:
    today = _day(place.now)
    days = [_day(row["day"]) for row in connection.execute(Q.worked)]
    worked = days if today in days else [*days, today]
    changed = 0
    for number, life in lives.items():
        status = status_of(life, worked, today)
        before = connection.execute(Q.belief_now, {"number": number}).fetchone()["status"]
        if before in (MemoryStatus.ACTIVE, MemoryStatus.FADED) and status != before:
            believe(connection, number, place.now, "scrubjay", status=status, reason=WHY[status])
            changed += 1
    return changed
