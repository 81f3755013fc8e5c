"""What a model read in memories and the words of their grounds: rows that go with the memory when it is forgotten."""

import json
from collections.abc import Collection, Mapping

from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.reading import ModelReading, words_hash
from scrubjay.storage.driver import Connection

Readings = Mapping[str, ModelReading | None]
"""Of one memory, by the hash of the words; None where the model was asked and its answer couldn't be read."""


def readings_of(connection: Connection, place: WriteContext, ids: Collection[str], judge: str) -> dict[str, Readings]:
    """What a judge read in some memories, by id; of those that it was never asked about nothing."""
    params = {"ids": json.dumps(sorted(ids)), "judge": judge, "project": place.owner}
    found: dict[str, dict[str, ModelReading | None]] = {}
    for row in connection.execute(Q.readings, params):
        reading = None if row["reading"] is None else ModelReading(row["reading"])
        found.setdefault(row["id"], {})[row["words_hash"]] = reading
    return dict(found)


def put_reading(
    connection: Connection, place: WriteContext, id: str, judge: str, words: str, reading: ModelReading | None
) -> None:
    """Note what a judge read; one that it couldn't say is noted, too, so that it isn't asked for ever."""
    params = {"id": id, "judge": judge, "words_hash": words_hash(words), "reading": reading, "at": place.now}
    connection.execute(Q.put_reading, params)
