"""What do memories look like to who decides on them? As they are believed now, wherever HEAD shows them."""

import json
from collections.abc import Callable, Collection

from scrubjay.memory.store.rows import Q, memory_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.memory import Memory
from scrubjay.storage.driver import Connection


def believed_now(connection: Connection, place: WriteContext, ids: Collection[str]) -> tuple[Memory, ...]:
    """Some memories, whatever their status; those that are quarantined are missing."""
    params = {"ids": json.dumps(sorted(ids)), "project": place.owner}
    return tuple(memory_of(connection, row) for row in connection.execute(Q.memories_of, params).fetchall())


def independent_since(connection: Connection, place: WriteContext, since: str) -> tuple[tuple[str, str, str], ...]:
    """Who came to memories by themselves since a moment: (memory, "session …", when), the oldest first."""
    rows = connection.execute(Q.independent_since, {"since": since, "project": place.owner})
    return tuple((row["id"], row["what"], row["at"]) for row in rows)


def contradicted(connection: Connection, ids: Collection[str]) -> frozenset[str]:
    """Those memories that another one that holds says otherwise than."""
    rows = connection.execute(Q.holding_against, {"ids": json.dumps(sorted(ids))})
    return frozenset(row["other"] for row in rows)


def ids_beginning(connection: Connection, place: WriteContext, texts: Collection[str]) -> tuple[str, ...]:
    """The memories whose ids begin with the first eight digits of some texts."""
    params = {"begins": json.dumps(sorted({text[:8] for text in texts})), "project": place.owner}
    return tuple(row["id"] for row in connection.execute(Q.ids_beginning, params))


def holding_of(connection: Connection, place: WriteContext, chosen: Callable[[str, str], bool]) -> tuple[str, ...]:
    """The memories that hold and are chosen by their id and words, read one at a time."""
    rows = connection.execute(Q.holding_texts, {"project": place.owner})
    return tuple(row["id"] for row in rows if chosen(row["id"], row["content"]))


def holding_ids(connection: Connection, place: WriteContext) -> tuple[str, ...]:
    """Every memory that holds, in the order of their writing."""
    return tuple(row["id"] for row in connection.execute(Q.holding_ids, {"project": place.owner}))
