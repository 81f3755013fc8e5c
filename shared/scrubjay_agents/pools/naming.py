"""In which pools are some memories shared? Asked of each answer that shows memories, so one look-up by id."""

import json
from collections.abc import Collection

from scrubjay.storage.database import Database
from scrubjay_agents.pools.gate import Q


def pools_of(database: Database, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The names of the pools that more than one agent may be in and that share some memories, by memory."""
    rows = database.read(lambda c: c.execute(Q.pools_of_memories, {"ids": json.dumps(sorted(ids))}).fetchall())
    names: dict[str, tuple[str, ...]] = {}
    for row in rows:
        names[row["id"]] = (*names.get(row["id"], ()), row["name"])
    return names
