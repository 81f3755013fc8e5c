"""How many claims wait, and which come first? Answered without reading the others, however many there are."""

from dataclasses import dataclass

from scrubjay.memories.rows import Q, memory_of
from scrubjay.memories.writing import Place
from scrubjay.model.memory import Memory
from scrubjay.storage import Connection


@dataclass(frozen=True, slots=True)
class Waiting:
    """A claim that waits: whether something else says the same, and the memory that it was taken for alike, if any."""

    memory: Memory
    confirmed: bool
    near: str


def count_waiting(connection: Connection, place: Place, author: str) -> int:
    """How many claims of an author wait, of everybody's where none is named."""
    asked = {"project": place.owner, "author": author}
    return int(connection.execute(Q.count_waiting, asked).fetchone()[0])


def first_waiting(connection: Connection, place: Place, author: str, limit: int) -> tuple[Waiting, ...]:
    """The first of them: confirmed ones, then the newer."""
    asked = {"project": place.owner, "author": author, "limit": limit}
    rows = connection.execute(Q.first_waiting, asked).fetchall()
    return tuple(Waiting(memory_of(connection, row), bool(row["confirmed"]), row["near"]) for row in rows)
