"""Memories that sessions had: what answered their queries, and who was told a memory, and when."""

import json
from collections.abc import Collection, Iterable

from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import LEAST_DIGITS
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
    """Each memory that a session had since a moment: session, beginning of the id, how; no quarantined session's."""
    rows = connection.execute(Q.had_since, {"since": since})
    return tuple((row["session"], row["memory"], row["how"]) for row in rows)


MOST = 200


@dataclass(frozen=True, slots=True)
class MemoryHearer:
    """A session that was told a memory; `at` is when it was last told it so.

    `how` is answer, cited or reported; the channel of a text that is `kept`; or briefing.
    """

    session: str
    how: str
    at: str
    kept: bool = False


def hearers(connection: Connection, id: str) -> tuple[MemoryHearer, ...]:
    """The sessions that were told a memory, the latest first; none of a quarantined one."""
    params = {"id": id[:DIGITS], "named": id[:LEAST_DIGITS], "limit": MOST}
    rows = connection.execute(Q.hearers, params)
    return tuple(MemoryHearer(row["session"], row["how"], row["at"], bool(row["kept"])) for row in rows)


def last_had(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """The time at which a session was last told each memory; memories that were never told are omitted."""
    by_digits = {id[:DIGITS]: id for id in ids}
    rows = connection.execute(Q.last_had, {"ids": json.dumps(sorted(by_digits))})
    found = {by_digits[row["memory"]]: row["at"] for row in rows}
    named: dict[str, list[str]] = {}
    for id in ids:
        named.setdefault(id[:LEAST_DIGITS], []).append(id)
    for row in connection.execute(Q.last_told):
        if not named:
            break
        for digits in named.keys() & row["ids"].split():
            for id in named.pop(digits):
                found[id] = max(found.get(id, ""), row["at"])
    return found
