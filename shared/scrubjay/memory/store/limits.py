"""Limits of what is written: claims that a person refused, authors in quarantine, and room that the archive makes."""

import hmac

from scrubjay.memory.store.rows import Q, believe, digest
from scrubjay.model.evidence import ValidationResult
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Blocked, MemoryStatus
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


def make_room(
    connection: Connection, owner: str, now: str, author: str, limits: Limits, last: int, *, is_held: bool
) -> int:
    """Archive the oldest memories beyond the limit that the `last` one would exceed; returns how many."""
    if is_held:
        counts = connection.execute(Q.held_counts, {"author": author}).fetchone()
        over = max(counts["own"] - limits.per_user + 1, counts["total"] - limits.total + 1)
        rows = connection.execute(Q.oldest_held, {"author": author, "limit": min(max(over, 0), AT_ONCE)}).fetchall()
        why = "made room for newer claims that wait"
    else:
        rows = _least_confirmed(connection, owner, limits.said, last)
        why = "made room for newer claims that only agents say"
    for row in rows:
        believe(connection, row["memory"], now, "scrubjay", status=MemoryStatus.ARCHIVED, reason=why)
    return len(rows)


def _least_confirmed(connection: Connection, owner: str, bound: int, last: int) -> list[Row]:
    """The memories to archive, of those that only agents vouch for, to keep the bound until the next count."""
    step = max(1, bound // STEPS)
    if last % step:
        return []
    (most,) = connection.execute(Q.count_indexed).fetchone()
    if most <= bound - step:
        return []
    rows = connection.execute(Q.oldest_said, {"project": owner, "limit": AT_ONCE}).fetchall()
    over = rows[0]["standing"] - bound + step if rows else 0
    return rows[: max(over, 0)]


def refuse(connection: Connection, content: str, how: str, actor: str, refused_at: str) -> None:
    """Remember that a person rejected, retracted or forgot a claim."""
    connection.execute(
        Q.add_refused, {"mark": _hash_of(connection, content), "how": how, "actor": actor, "at": refused_at}
    )


def refused(connection: Connection, content: str) -> str:
    """Who refused a claim and when, in words; empty where nobody did."""
    if not connection.execute(Q.any_refused).fetchone()[0]:
        return ""
    row = connection.execute(Q.refused, {"mark": _hash_of(connection, content)}).fetchone()
    return f"{row['actor']} {row['how']} this on {row['at'][:10]}" if row else ""


def refusal(connection: Connection, content: str) -> dict[str, str] | None:
    """How a person refused a claim, who and when; None where nobody did."""
    row = connection.execute(Q.refusal_of, {"mark": _hash_of(connection, content)}).fetchone()
    return {"how": row["how"], "actor": row["actor"], "at": row["at"]} if row else None


def allow(connection: Connection, content: str) -> None:
    """Delete the refusal of a claim, because a person says it again."""
    connection.execute(Q.drop_refused, {"mark": _hash_of(connection, content)})


def _hash_of(connection: Connection, content: str) -> str:
    (salt,) = connection.execute(Q.salt).fetchone()
    return hmac.digest(bytes(salt), digest(content).encode(), "sha256").hex()


def quarantine_of(connection: Connection, author: str, session: str, agent: str) -> Row | None:
    """The quarantine that an author, a session or an agent is under."""
    params = {"author": author, "session": session, "agent": agent}
    row: Row | None = connection.execute(Q.quarantine_of, params).fetchone()
    return row


def distrusted(connection: Connection, who: str, same_key: Row | None, result: ValidationResult) -> Blocked | None:
    """The refusal of a claim by `who`, who is quarantined, or under the key of one who is; None for any other."""
    if not who and same_key is not None:
        quarantine = quarantine_of(connection, same_key["author"], same_key["session"], same_key["agent"])
        who = quarantine["who"] if quarantine else ""
    if not who:
        return None
    return Blocked(f"{who} is quarantined", f"A person lifts it: `scrubjay quarantine {who} --lift`.", result)
