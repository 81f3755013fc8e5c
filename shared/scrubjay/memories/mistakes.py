"""How often was likeness judged wrongly? Counted by what people and agents did about it: nobody else can tell."""

from dataclasses import dataclass

from scrubjay.memories.rows import Q
from scrubjay.memories.writing import WriteContext
from scrubjay.model.counted import counted
from scrubjay.storage import Connection


@dataclass(frozen=True, slots=True)
class Likenesses:
    """Counts of one project's memories, or of the user's.

    `known` claims were taken for one that is there, `reworded` of them in other words; of those `distinct` were said
    anew in its place by who was told so: a false merge. Of all `memories`, `merged` were made one by a person: a false
    split.
    """

    known: int
    reworded: int
    distinct: int
    memories: int
    merged: int

    def said(self) -> str:
        """In words, with both rates."""
        wrong = f"{self.distinct:,} of {self.reworded:,} taken for alike were not (false merges)"
        missed = f"{self.merged:,} of {self.memories:,} were merged by a person (false splits)"
        return f"{counted(self.known, 'repetition')} known already; {wrong}; {missed}"


def likenesses(connection: Connection, place: WriteContext) -> Likenesses:
    """Count, in one project or of the user."""
    row = connection.execute(Q.likenesses, {"project": place.owner}).fetchone()
    return Likenesses(row["known"], row["reworded"], row["distinct_ones"], row["memories"], row["merged"])
