"""Where does a memory come from? Who, when, from what, checks, reviews, replacements: the whole chain."""

from dataclasses import replace

from scrubjay.memories.rows import Q, belief_of, validations
from scrubjay.memories.writing import WriteContext, find, number_of, read
from scrubjay.model.memory import Provenance, Review
from scrubjay.storage import Connection

STEPS = 200


def provenance(connection: Connection, place: WriteContext, id: str) -> Provenance:
    """Read the chain of one memory. Raises NotFound."""
    memory = find(connection, place, id)
    number = {"number": number_of(connection, memory.id)}
    newer = connection.execute(Q.newer, number).fetchall()
    results = validations(connection, number["number"], memory.content)
    records = place.audit.newest(connection, STEPS, memory.id)
    return Provenance(
        memory=memory,
        beliefs=tuple(belief_of(row) for row in connection.execute(Q.beliefs_of, number)),
        validations=tuple(replace(result, grade=None) if memory.is_question else result for result in results),
        steps=tuple(
            Review(record.at, record.event, record.actor, record.action, record.outcome, record.metadata)
            for record in reversed(records)
        ),
        older=tuple((row["id"], row["how"]) for row in connection.execute(Q.older, number)),
        newer=tuple((row["id"], row["how"]) for row in newer),
        newer_status=tuple(read(connection, row["number"]).status for row in newer),
    )
