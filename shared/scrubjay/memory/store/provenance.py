"""Where does a memory come from? Who, when, from what, checks, reviews, replacements: the whole chain."""

from dataclasses import replace

from scrubjay.memory.store.refusals import quarantine_of
from scrubjay.memory.store.rows import Q, belief_of, validations
from scrubjay.memory.store.writing import WriteContext, find, number_of, read
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.memory import Provenance, Review
from scrubjay.storage.driver import Connection

STEPS = 200


def provenance(connection: Connection, place: WriteContext, id: str) -> Provenance:
    """Read the chain of one memory; of a quarantined one without its words. Raises NotFound."""
    if withheld := _withheld(connection, place, id):
        return withheld
    memory = find(connection, place, id)
    number = {"number": number_of(connection, memory.id)}
    newer = connection.execute(Q.newer, number).fetchall()
    results = validations(connection, number["number"], memory.content)
    return Provenance(
        memory=memory,
        beliefs=tuple(belief_of(row) for row in connection.execute(Q.beliefs_of, number)),
        validations=tuple(replace(result, grade=None) if memory.is_question else result for result in results),
        steps=_steps(connection, place, memory.id),
        older=tuple((row["id"], row["how"]) for row in connection.execute(Q.older, number)),
        newer=tuple((row["id"], row["how"]) for row in newer),
        newer_status=tuple(read(connection, row["number"]).status for row in newer),
    )


def _withheld(connection: Connection, place: WriteContext, id: str) -> Provenance | None:
    """The chain of a quarantined memory: who, when and what became of it, none of its words; None for any other."""
    rows = connection.execute(
        Q.find_written, {"id": id.lower(), "least": LEAST_DIGITS, "project": place.owner}
    ).fetchall()
    memory = read(connection, rows[0]["number"]) if len(rows) == 1 else None
    quarantine = memory and quarantine_of(connection, memory.author, memory.session, memory.agent)
    if not memory or not quarantine:
        return None
    return Provenance(
        memory=replace(
            memory, content="", quote="", applies="", tags=(), belief=replace(memory.belief, reason=""), contradicts=()
        ),
        beliefs=tuple(
            replace(belief_of(row), reason="")
            for row in connection.execute(Q.beliefs_of, {"number": rows[0]["number"]})
        ),
        validations=(),
        steps=_steps(connection, place, memory.id),
        older=(),
        newer=(),
        quarantined=f"quarantined with {quarantine['who']} by {quarantine['actor']} at {quarantine['at']}",
    )


def _steps(connection: Connection, place: WriteContext, id: str) -> tuple[Review, ...]:
    records = place.audit.newest(connection, STEPS, id)
    return tuple(
        Review(record.at, record.event, record.actor, record.action, record.outcome, record.metadata)
        for record in reversed(records)
    )
