"""How many claims wait for a person, and which come first? Answered without reading the others, however many."""

import json
from dataclasses import dataclass

from scrubjay.memory.store.confined import confined_elsewhere, unseen_here
from scrubjay.memory.store.rows import Q, memory_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class WaitingClaim:
    """A claim that waits: whether something else says the same, and the memory that it was taken for alike, if any."""

    memory: Memory
    confirmed: bool
    similar_id: str


def count_waiting(connection: Connection, place: WriteContext, author: str) -> int:
    """How many claims of an author wait, of everybody's where none is named."""
    params = {"project": place.owner, "author": author}
    ids = {row["id"] for row in connection.execute(Q.waiting_ids, params)} - elsewhere(connection, place)
    return len(ids) + len(reported(connection, place, author))


def first_waiting(connection: Connection, place: WriteContext, author: str, limit: int) -> tuple[WaitingClaim, ...]:
    """The first of them: confirmed ones, then the newer."""
    params = {"project": place.owner, "author": author, "limit": limit}
    hidden = elsewhere(connection, place)
    rows = [row for row in connection.execute(Q.first_waiting, params).fetchall() if row["id"] not in hidden]
    held_claims = (WaitingClaim(memory_of(connection, row), bool(row["confirmed"]), row["near"]) for row in rows)
    reported_claims = (
        WaitingClaim(memory, confirmed=False, similar_id="") for memory in reported(connection, place, author)[:limit]
    )
    return (*held_claims, *reported_claims)


def elsewhere(connection: Connection, place: WriteContext) -> frozenset[str]:
    """Ids of the user's memories that only other projects show: here nobody sees, counts or decides on them."""
    return frozenset[str]() if place.owner else confined_elsewhere(connection, place.project)


def reported(connection: Connection, place: WriteContext, author: str) -> tuple[Memory, ...]:
    """Preferences of the user's that agents reported in this project and no person saw, newest first."""
    ids = unseen_here(connection, place.project) if not place.owner else frozenset[str]()
    rows = connection.execute(Q.memories_of, {"ids": json.dumps(sorted(ids)), "project": place.owner}).fetchall()
    memories = [memory_of(connection, row) for row in rows]
    holding = [memory for memory in memories if memory.status is MemoryStatus.ACTIVE and author in ("", memory.author)]
    return tuple(sorted(holding, key=lambda memory: memory.recorded_at, reverse=True))
