"""Counts of duplicates, and of those judged wrongly, by what people and agents did about them: nobody else can tell."""

from dataclasses import dataclass

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.storage.driver import Connection


@dataclass(frozen=True, slots=True)
class DuplicateCounts:
    """Counts of one project's memories, or of the user's.

    `blocked` claims were taken for a memory that is there, `reworded` of them in other words; of those `wrong` were
    stored after all by who was told so: a false merge. Of all `memories`, `merged` were made one by a person: a false
    split.
    """

    blocked: int
    reworded: int
    wrong: int
    memories: int
    merged: int


def count_duplicates(connection: Connection, place: WriteContext) -> DuplicateCounts:
    """Count, in one project or of the user."""
    row = connection.execute(Q.likenesses, {"project": place.owner}).fetchone()
    return DuplicateCounts(row["known"], row["reworded"], row["distinct_ones"], row["memories"], row["merged"])
