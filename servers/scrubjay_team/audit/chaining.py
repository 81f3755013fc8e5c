"""The worker's part of the audit: it links entries into the chain of their team, in the order in which it sees them."""

from typing import TYPE_CHECKING, Final
from uuid import UUID

from scrubjay_team.audit.entries import act_of, link_hash
from scrubjay_team.database.queries import load

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Connection, DatabasePool

Q = load(__package__)

BATCH: Final = 500
"""Entries that one transaction links."""


class AuditChainer:
    """Links what waits, over the worker's database. Any number of processes may: one at a time moves a chain's end."""

    def __init__(self, database: "DatabasePool") -> None:
        """`database` is the worker's."""
        self._database = database

    def run(self) -> int:
        """Link all that waits; returns how many links were added. Raises TeamDatabaseUnavailable and the like."""
        with self._database.plain() as connection:
            teams = [row["team"] for row in connection.execute(Q.due).fetchall()]
        return sum(map(self._link_all, teams))

    def _link_all(self, team: UUID) -> int:
        added = 0
        while True:
            with self._database.plain() as connection:
                now = _link(connection, team)
            added += now
            if now < BATCH:
                return added


def _link(connection: "Connection", team: UUID) -> int:
    """Link some of what waits of one team, in the transaction of the connection."""
    connection.execute(Q.enter, {"team": team})
    connection.execute(Q.begin, {"team": team})
    end = connection.execute(Q.hold, {"team": team}).fetchone()
    if end is None:
        return 0
    number, last = end["number"], end["hash"]
    acts = [act_of(row) for row in connection.execute(Q.waiting, {"team": team, "most": BATCH}).fetchall()]
    for act in acts:
        number, last = number + 1, link_hash(act, number + 1, last)
        connection.execute(Q.add_link, {"team": team, "number": number, "entry": act.id, "hash": last})
    connection.execute(Q.taken_up, {"entries": [act.id for act in acts]})
    connection.execute(Q.move_end, {"team": team, "number": number, "hash": last})
    return len(acts)
