"""Refusals: claims that a person refused before, and authors kept in quarantine."""

import hmac

from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import Q, digest
from scrubjay.model.evidence import ValidationResult
from scrubjay.model.memory import Blocked
from scrubjay.storage.driver import Connection, Row


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


def quarantine_of(connection: Connection, author: str, session: str, agent: str) -> Row | None:
    """The quarantine that an author, a session or an agent is under."""
    params = {"author": author, "session": session, "agent": agent}
    row: Row | None = connection.execute(Q.quarantine_of, params).fetchone()
    return row


def distrusted(
    connection: Connection, request: RememberRequest, same_key: Row | None, result: ValidationResult
) -> Blocked | None:
    """The refusal of a claim by who is quarantined, or under a key that is theirs; None for any other."""
    writers = [(request.author, request.session, request.agent)]
    writers += [(same_key["author"], same_key["session"], same_key["agent"])] if same_key is not None else []
    for writer in writers:
        if quarantine := quarantine_of(connection, *writer):
            who = quarantine["who"]
            return Blocked(f"{who} is quarantined", f"A person lifts it: `scrubjay quarantine {who} --lift`.", result)
    return None
