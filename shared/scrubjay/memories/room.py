"""What makes room where memories are bounded? The oldest go to the archive: nothing is refused, nothing is lost."""

from dataclasses import dataclass

from scrubjay.memories.rows import Q, believe
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage import Connection

UNCONFIRMED = 5_000
"""Memories of a project that nothing but an agent's word stands behind."""

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Limits:
    """How many claims may be held: of one author, and in all."""

    per_user: int = 100
    total: int = 10_000


def make_room(connection: Connection, owner: str, now: str, author: str, limits: Limits, *, held: bool) -> int:
    """Archive the oldest of what one more would be too many of; returns how many."""
    if held:
        counts = connection.execute(Q.held_counts, {"author": author}).fetchone()
        over = max(counts["own"] - limits.per_user + 1, counts["total"] - limits.total + 1)
        rows = connection.execute(Q.oldest_held, {"author": author, "limit": min(max(over, 0), AT_ONCE)}).fetchall()
        why = "made room for newer claims that wait"
    else:
        (count,) = connection.execute(Q.count_unconfirmed, {"project": owner}).fetchone()
        over = count - UNCONFIRMED + 1
        rows = connection.execute(
            Q.oldest_unconfirmed, {"project": owner, "limit": min(max(over, 0), AT_ONCE)}
        ).fetchall()
        why = "made room for newer unconfirmed claims"
    for row in rows:
        believe(connection, row["memory"], now, "scrubjay", status=MemoryStatus.ARCHIVED, reason=why)
    return len(rows)
