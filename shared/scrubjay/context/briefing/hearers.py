"""Who was told a memory, and when? Sessions that an answer, a briefing or a hint showed it to."""

import json
from collections.abc import Collection
from dataclasses import dataclass

from scrubjay.context.briefing.had import DIGITS, Q
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.storage.driver import Connection

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
    """When a session was last told some memories, by their ids; without those that none was told."""
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
