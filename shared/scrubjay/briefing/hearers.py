"""Who was told a memory, and when? Sessions that an answer or a briefing showed it to."""

import json
from collections.abc import Collection
from dataclasses import dataclass

from scrubjay.briefing.had import DIGITS, Q
from scrubjay.storage.driver import Connection

MOST = 200


@dataclass(frozen=True, slots=True)
class MemoryHearer:
    """A session that was told a memory. `how` is answer, cited, reported or briefing; `at` is when."""

    session: str
    how: str
    at: str


def hearers(connection: Connection, id: str) -> tuple[MemoryHearer, ...]:
    """The sessions that were told a memory, the latest first; none of a quarantined one."""
    rows = connection.execute(Q.hearers, {"id": id[:DIGITS], "limit": MOST})
    return tuple(MemoryHearer(row["session"], row["how"], row["at"]) for row in rows)


def last_had(connection: Connection, ids: Collection[str] = ()) -> dict[str, str]:
    """When sessions last had some memories, by the first digits of their ids; of all of them without `ids`."""
    wanted = json.dumps(sorted(id[:DIGITS] for id in ids))
    return {row["memory"]: row["at"] for row in connection.execute(Q.last_had, {"ids": wanted})}
