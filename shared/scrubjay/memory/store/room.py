"""What makes room where memories are bounded? The oldest go to the archive: nothing is refused, nothing is lost."""

from dataclasses import dataclass

from scrubjay.memory.store.rows import Q, believe
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage.driver import Connection, Row

AT_ONCE = 1_000
"""Memories that one write archives at most."""

STEPS = 50
"""Counting memories takes a walk over the memories, so it is done so often until the bound is reached."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many claims may be held: of one author, and in all; how many memories of a project only agents say."""

    per_user: int = 100
    total: int = 10_000
    said: int = 5_000


def make_room(connection: Connection, owner: str, now: str, author: str, limits: Limits, *, is_held: bool) -> int:
    """Archive the oldest of what one more would be too many of; returns how many."""
    if is_held:
        counts = connection.execute(Q.held_counts, {"author": author}).fetchone()
        over = max(counts["own"] - limits.per_user + 1, counts["total"] - limits.total + 1)
        rows = connection.execute(Q.oldest_held, {"author": author, "limit": min(max(over, 0), AT_ONCE)}).fetchall()
        why = "made room for newer claims that wait"
    else:
        rows = _least_seen(connection, owner, limits.said)
        why = "made room for newer claims that only agents say"
    for row in rows:
        believe(connection, row["memory"], now, "scrubjay", status=MemoryStatus.ARCHIVED, reason=why)
    return len(rows)


def _least_seen(connection: Connection, owner: str, bound: int) -> list[Row]:
    """Memories that only agents say to let go of, so that the bound holds until they are counted again."""
    step = max(1, bound // STEPS)
    (last,) = connection.execute(Q.last_number).fetchone()
    if last % step:
        return []
    (most,) = connection.execute(Q.count_indexed).fetchone()
    if most <= bound - step:
        return []
    rows = connection.execute(Q.oldest_said, {"project": owner, "limit": AT_ONCE}).fetchall()
    over = rows[0]["standing"] - bound + step if rows else 0
    return rows[: max(over, 0)]
