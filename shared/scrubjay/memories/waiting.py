"""How many claims wait for a person, and which come first? Answered without reading the others, however many."""

import json
from dataclasses import dataclass

from scrubjay.memories.confined import unseen_here
from scrubjay.memories.rows import Q, memory_of
from scrubjay.memories.writing import WriteContext
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage import Connection


@dataclass(frozen=True, slots=True)
class WaitingClaim:
    """A claim that waits: whether something else says the same, and the memory that it was taken for alike, if any."""

    memory: Memory
    confirmed: bool
    near: str


def count_waiting(connection: Connection, place: WriteContext, author: str) -> int:
    """How many claims of an author wait, of everybody's where none is named."""
    asked = {"project": place.owner, "author": author}
    return int(connection.execute(Q.count_waiting, asked).fetchone()[0]) + len(reported(connection, place, author))


def first_waiting(connection: Connection, place: WriteContext, author: str, limit: int) -> tuple[WaitingClaim, ...]:
    """The first of them: confirmed ones, then the newer."""
    asked = {"project": place.owner, "author": author, "limit": limit}
    rows = connection.execute(Q.first_waiting, asked).fetchall()
    held = (WaitingClaim(memory_of(connection, row), bool(row["confirmed"]), row["near"]) for row in rows)
    said = (WaitingClaim(memory, confirmed=False, near="") for memory in reported(connection, place, author)[:limit])
    return (*held, *said)


def reported(connection: Connection, place: WriteContext, author: str) -> tuple[Memory, ...]:
    """Preferences of the user's that agents reported in this project and no person saw, newest first."""
    ids = unseen_here(connection, place.project) if not place.owner else frozenset[str]()
    rows = connection.execute(Q.memories_of, {"ids": json.dumps(sorted(ids)), "project": place.owner}).fetchall()
    found = [memory_of(connection, row) for row in rows]
    holding = [one for one in found if one.status is MemoryStatus.ACTIVE and author in ("", one.author)]
    return tuple(sorted(holding, key=lambda one: one.recorded_at, reverse=True))
