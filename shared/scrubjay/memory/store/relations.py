"""What stands around a memory? Ids of what it replaced and was replaced by, and of what says otherwise."""

from dataclasses import dataclass

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.storage.driver import Connection

MOST = 60
"""Memories of one chain that are followed."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """One memory that takes the place of another, and how: supersede, correct, extend or merge."""

    newer: str
    older: str
    how: str


def replacement_chain(connection: Connection, place: WriteContext, id: str) -> tuple[Replacement, ...]:
    """Every replacement that leads to a memory or away from it, the oldest first; empty where there is none."""
    rows = connection.execute(Q.replacement_chain, {"id": id, "project": place.owner, "limit": MOST})
    return tuple(Replacement(row["newer"], row["older"], row["how"]) for row in rows)


def contradicted_by(connection: Connection, place: WriteContext, id: str) -> tuple[str, ...]:
    """The memories that say otherwise than this one; what it says otherwise than is its own `contradicts`."""
    return tuple(row["id"] for row in connection.execute(Q.contradicted_by, {"id": id, "project": place.owner}))


def contradicted_now(connection: Connection, place: WriteContext, judge: str) -> dict[str, bool]:
    """Memories that hold and are contradicted: True by a rival that holds, False only by what a judge read once."""
    params = {"project": place.owner, "at": place.now, "judge": judge}
    return {row["id"]: bool(row["rival"]) for row in connection.execute(Q.contradicted_now, params)}
