"""The log of consolidation, one pass a day: what is done, what each step changed, whether a pass was interrupted."""

from dataclasses import dataclass, field

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.storage.driver import Connection

KEPT = 400
"""Days of which passes are kept."""


@dataclass(frozen=True, slots=True)
class ConsolidationPass:
    """A day's pass: whether it ran to its end, how much each of its steps changed, and which are done."""

    day: str
    ended: bool = False
    steps: dict[str, int] = field(default_factory=dict)
    done: frozenset[str] = frozenset()


def is_due(connection: Connection, place: WriteContext, *, has_more: bool = False) -> bool:
    """Whether there are memories, or more than memories to look at, and no pass ended today."""
    today = _pass(connection, place.now[:10])
    if today is not None and today.ended:
        return False
    return has_more or bool(connection.execute(Q.any_memory, {"project": place.owner}).fetchone()[0])


def pass_of_today(connection: Connection, place: WriteContext) -> ConsolidationPass | None:
    """The pass of today, where one began."""
    return _pass(connection, place.now[:10])


def last_pass(connection: Connection, place: WriteContext) -> ConsolidationPass | None:
    """The newest pass that ran to its end."""
    day = connection.execute(Q.last_consolidation).fetchone()["day"]
    return _pass(connection, day) if day else None


def begin_pass(connection: Connection, place: WriteContext) -> str:
    """Today's pass begins, or goes on; returns its day."""
    connection.execute(Q.begin_consolidation, {"day": place.now[:10], "at": place.now})
    connection.execute(Q.drop_old_consolidations, {"kept": KEPT})
    return place.now[:10]


def note_step(
    connection: Connection, place: WriteContext, day: str, name: str, changed: int, *, done: bool = False
) -> None:
    """A step of a pass changed something, or is done."""
    params = {"day": day, "name": name, "changed": changed, "done": done, "at": place.now}
    connection.execute(Q.add_consolidation_step, params)


def end_pass(connection: Connection, place: WriteContext, day: str) -> None:
    """All steps have run."""
    connection.execute(Q.end_consolidation, {"day": day, "at": place.now})


def _pass(connection: Connection, day: str) -> ConsolidationPass | None:
    row = connection.execute(Q.consolidation, {"day": day}).fetchone()
    if row is None:
        return None
    steps = connection.execute(Q.consolidation_steps, {"day": day}).fetchall()
    done = frozenset(step["name"] for step in steps if step["done"])
    return ConsolidationPass(day, bool(row["ended_at"]), {step["name"]: step["changed"] for step in steps}, done)
