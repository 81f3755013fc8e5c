"""Which memories did a session have? What answered its queries, not what a briefing told it unasked."""

from collections.abc import Iterable

from scrubjay.storage.driver import Connection, load

Q = load(__package__)

DIGITS = 12
"""Digits of an id by which an answer names a memory."""

MAX_ROWS = 50_000
"""Pairs of session and memory kept at most, the newest."""


def note_had(connection: Connection, session: str, ids: Iterable[str], how: str, at: str) -> None:
    """Note, within a transaction, how a session came to have some memories: "answer", "cited", "reported"."""
    for id in ids:
        connection.execute(Q.note_had, {"session": session, "memory": id[:DIGITS], "how": how, "at": at})
    connection.execute(Q.drop_old_had, {"kept": MAX_ROWS})


def forget_had(connection: Connection, session: str) -> None:
    """Delete, within a transaction, which memories a session had."""
    connection.execute(Q.forget_had, {"session": session})


def had_since(connection: Connection, since: str) -> tuple[tuple[str, str, str], ...]:
    """Sessions with the beginnings of the ids that they had since a moment, and how; without quarantined ones."""
    rows = connection.execute(Q.had_since, {"since": since})
    return tuple((row["session"], row["memory"], row["how"]) for row in rows)
