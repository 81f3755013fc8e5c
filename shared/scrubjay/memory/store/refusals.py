"""Did a person refuse this claim before? Kept as a salted hash of its words, so that nothing of it can be read."""

import hmac

from scrubjay.memory.store.rows import Q, digest
from scrubjay.storage.driver import Connection


def refuse(connection: Connection, content: str, how: str, actor: str, refused_at: str) -> None:
    """Remember that a person rejected, retracted or forgot a claim."""
    connection.execute(
        Q.add_refused, {"mark": _mark(connection, content), "how": how, "actor": actor, "at": refused_at}
    )


def refused(connection: Connection, content: str) -> str:
    """Who refused a claim and when, in words; empty where nobody did."""
    row = connection.execute(Q.refused, {"mark": _mark(connection, content)}).fetchone()
    return f"{row['actor']} {row['how']} this on {row['at'][:10]}" if row else ""


def refusal(connection: Connection, content: str) -> dict[str, str] | None:
    """How a person refused a claim, who and when; None where nobody did."""
    row = connection.execute(Q.refusal_of, {"mark": _mark(connection, content)}).fetchone()
    return {"how": row["how"], "actor": row["actor"], "at": row["at"]} if row else None


def allow(connection: Connection, content: str) -> None:
    """A person says it again: it is refused no more."""
    connection.execute(Q.drop_refused, {"mark": _mark(connection, content)})


def _mark(connection: Connection, content: str) -> str:
    (salt,) = connection.execute(Q.salt).fetchone()
    return hmac.digest(bytes(salt), digest(content).encode(), "sha256").hex()
