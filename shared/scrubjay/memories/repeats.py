"""Who else says the same as a memory? Sessions that repeated it, as they were noted."""

import json
from collections.abc import Iterable

from scrubjay.memories.rows import Q
from scrubjay.storage import Connection


def repeats(connection: Connection, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What says the same as each of some memories, oldest first."""
    found: dict[str, tuple[str, ...]] = {}
    for row in connection.execute(Q.confirmations, {"ids": json.dumps(sorted(ids))}):
        found[row["id"]] = (*found.get(row["id"], ()), row["what"])
    return found
