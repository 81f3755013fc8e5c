"""How many memories of a scope are there, by status? Those of a quarantined author aren't counted."""

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.storage.driver import Connection


def count_by_status(connection: Connection, place: WriteContext) -> tuple[tuple[str, int], ...]:
    """The statuses that occur, each with its number."""
    rows = connection.execute(Q.count_by_status, {"project": place.owner}).fetchall()
    return tuple((row["status"], row["memories"]) for row in rows)
