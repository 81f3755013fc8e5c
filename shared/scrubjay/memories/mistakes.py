"""How often was likeness judged wrongly? Counted by what people did about it, since nobody else can tell."""

from dataclasses import dataclass

from scrubjay.audit import Event
from scrubjay.audit.log import ROTATE_AT
from scrubjay.memories.rows import Q
from scrubjay.memories.writing import Place
from scrubjay.model.counted import counted
from scrubjay.storage import Connection


@dataclass(frozen=True, slots=True)
class Likenesses:
    """Counts of one project's memories.

    `blocked` claims repeated another. Of `flagged` ones, taken for alike or contrary and decided by a person,
    `distinct` were approved beside the other: a false merge, had nobody looked. Of all `memories`, `merged` were made
    one by a person: a false split.
    """

    blocked: int
    flagged: int
    distinct: int
    memories: int
    merged: int

    def said(self) -> str:
        """In words, with both rates."""
        wrong = f"{self.distinct:,} of {self.flagged:,} taken for alike were not (false merges)"
        missed = f"{self.merged:,} of {self.memories:,} were merged by a person (false splits)"
        return f"{counted(self.blocked, 'repetition')} blocked; {wrong}; {missed}"


def likenesses(connection: Connection, place: Place) -> Likenesses:
    """Count, in one project or of the user. Blocked ones are those that the newest audit records name."""
    row = connection.execute(Q.likenesses, {"project": place.owner}).fetchone()
    records = place.audit.newest(connection, ROTATE_AT, event=Event.MEMORY_WRITE)
    repeated = [one for one in records if one.outcome == "blocked" and "duplicates" in str(one.metadata.get("failed"))]
    return Likenesses(len(repeated), row["flagged"], row["distinct_ones"], row["memories"], row["merged"])
