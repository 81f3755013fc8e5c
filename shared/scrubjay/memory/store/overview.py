"""Memories in long lists, before their texts are read: their keys, counts and relations, what waits or recurs."""

import json
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from scrubjay.memory.store.bounds import confined_elsewhere, unseen_here
from scrubjay.memory.store.rows import Q, memories_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.reading import ModelReading, words_hash
from scrubjay.storage.driver import Connection


def count_by_status(connection: Connection, place: WriteContext) -> tuple[tuple[str, int], ...]:
    """The statuses that occur, each with its number of memories."""
    rows = connection.execute(Q.count_by_status, {"project": place.owner}).fetchall()
    return tuple((row["status"], row["memories"]) for row in rows)


def count_waiting(connection: Connection, place: WriteContext, author: str) -> int:
    """How many claims of an author wait, of everybody's where none is named."""
    params = {"project": place.owner, "author": author}
    ids = {row["id"] for row in connection.execute(Q.waiting_ids, params)} - elsewhere(connection, place)
    return len(ids) + len(reported_preferences(connection, place, author))


def elsewhere(connection: Connection, place: WriteContext) -> frozenset[str]:
    """Ids of the user's memories that only other projects show: here nobody sees, counts or decides on them."""
    return frozenset[str]() if place.owner else confined_elsewhere(connection, place.project)


def reported_preferences(connection: Connection, place: WriteContext, author: str) -> tuple[Memory, ...]:
    """Preferences of the user's that agents reported in this project and no person saw, newest first."""
    ids = unseen_here(connection, place.project) if not place.owner else frozenset[str]()
    rows = connection.execute(Q.memories_of, {"ids": json.dumps(sorted(ids)), "project": place.owner}).fetchall()
    memories = memories_of(connection, rows)
    holding = [memory for memory in memories if memory.status is MemoryStatus.ACTIVE and author in ("", memory.author)]
    return tuple(sorted(holding, key=lambda memory: memory.recorded_at, reverse=True))


MOST = 60
"""Memories of one chain that are followed."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """One memory that takes the place of another, and how: supersede, correct, extend or merge."""

    newer: str
    older: str
    how: str


def replacement_chain(connection: Connection, place: WriteContext, id: str) -> tuple[Replacement, ...]:
    """Every replacement that leads to a memory or away from it, the oldest first; empty where there is none."""
    rows = connection.execute(Q.replacement_chain, {"id": id, "project": place.owner, "limit": MOST})
    return tuple(Replacement(row["newer"], row["older"], row["how"]) for row in rows)


def contradicted_by(connection: Connection, place: WriteContext, id: str) -> tuple[str, ...]:
    """The ids of the memories that contradict this one; those it contradicts are in its own `contradicts`."""
    return tuple(row["id"] for row in connection.execute(Q.contradicted_by, {"id": id, "project": place.owner}))


def contradicted_now(connection: Connection, place: WriteContext, judge: str) -> dict[str, bool]:
    """Memories that hold and are contradicted: True by a rival that holds, False only by what a judge read once."""
    params = {"project": place.owner, "at": place.now, "judge": judge}
    return {row["id"]: bool(row["rival"]) for row in connection.execute(Q.contradicted_now, params)}


def believed_now(connection: Connection, place: WriteContext, ids: Collection[str]) -> tuple[Memory, ...]:
    """The memories with some ids, in any status, without quarantined ones."""
    params = {"ids": json.dumps(sorted(ids)), "project": place.owner}
    return tuple(memories_of(connection, connection.execute(Q.memories_of, params).fetchall()))


def independent_since(connection: Connection, place: WriteContext, since: str) -> tuple[tuple[str, str, str], ...]:
    """Who came to memories by themselves since a moment: (memory, "session …", when), the oldest first."""
    rows = connection.execute(Q.independent_since, {"since": since, "project": place.owner})
    return tuple((row["id"], row["what"], row["at"]) for row in rows)


def contradicted(connection: Connection, ids: Collection[str]) -> frozenset[str]:
    """The ids of memories that another current memory contradicts."""
    rows = connection.execute(Q.holding_against, {"ids": json.dumps(sorted(ids))})
    return frozenset(row["other"] for row in rows)


def ids_beginning(connection: Connection, place: WriteContext, texts: Collection[str]) -> tuple[str, ...]:
    """Ids of memories that begin with the first eight digits of some texts."""
    params = {"begins": json.dumps(sorted({text[:8] for text in texts})), "project": place.owner}
    return tuple(row["id"] for row in connection.execute(Q.ids_beginning, params))


def holding_of(connection: Connection, place: WriteContext, chosen: Callable[[str, str], bool]) -> tuple[str, ...]:
    """Ids of current memories that `chosen` picks by id and words, read one at a time."""
    rows = connection.execute(Q.holding_texts, {"project": place.owner})
    return tuple(row["id"] for row in rows if chosen(row["id"], row["content"]))


def holding_ids(connection: Connection, place: WriteContext) -> tuple[str, ...]:
    """Ids of all current memories, in the order in which they were written."""
    return tuple(row["id"] for row in connection.execute(Q.holding_ids, {"project": place.owner}))


Readings = Mapping[str, ModelReading | None]
"""Of one memory, by the hash of the words; None where the model was asked and its answer couldn't be read."""


def readings_of(connection: Connection, place: WriteContext, ids: Collection[str], judge: str) -> dict[str, Readings]:
    """What a judge read in some memories, by id; those that it was never asked about are left out."""
    params = {"ids": json.dumps(sorted(ids)), "judge": judge, "project": place.owner}
    found: dict[str, dict[str, ModelReading | None]] = {}
    for row in connection.execute(Q.readings, params):
        reading = None if row["reading"] is None else ModelReading(row["reading"])
        found.setdefault(row["id"], {})[row["words_hash"]] = reading
    return dict(found)


def put_reading(
    connection: Connection, place: WriteContext, id: str, judge: str, words: str, reading: ModelReading | None
) -> None:
    """Store a judge's reading of a memory; a failed one (None) too, so that it isn't asked again."""
    params = {"id": id, "judge": judge, "words_hash": words_hash(words), "reading": reading, "at": place.now}
    connection.execute(Q.put_reading, params)


class MemoryKey(NamedTuple):
    """A memory's id and the columns that lists are sorted by. `earned` is the rank of the grade at capture.

    `unsure`: HEAD may grade it otherwise, whether its sources moved or not.
    """

    id: str
    kind: str
    scope: str
    author: str
    recorded_at: str
    valid_until: str
    earned: int
    unsure: int
