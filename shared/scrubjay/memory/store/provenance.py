"""Provenance of a memory: who, when, from what, its checks and reviews, and who else says the same."""

import json
from collections.abc import Collection, Iterable
from dataclasses import replace

from scrubjay.memory.store.index import alike
from scrubjay.memory.store.refusals import quarantine_of
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import Q, belief_of, validations
from scrubjay.memory.store.writing import WriteContext, find, number_of, read
from scrubjay.model.abbreviated import LEAST_DIGITS
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import Memory, Provenance, Review
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


MOST = 100
"""Repetitions that are kept of one memory."""

DIGITS = 8
"""Digits of an id by which a text names a memory, at least."""

NEAREST = 20


def note_repeat(
    connection: Connection, place: "WriteContext", number: int, memory: Memory, request: RememberRequest
) -> None:
    """Note that another session says the same, and whether it came to it by itself.

    One that is unknown, or that only its agent names, doesn't count: nobody can say what it was shown.
    """
    if not request.session or request.session == memory.session:
        return
    identified = request.identified and bool(memory.session or memory.origin is Origin.PERSON)
    by_itself = identified and independent(
        memory.recorded_at, place.now, place.shown_text(request.session), _like(connection, place, memory)
    )
    connection.execute(
        Q.add_confirmation,
        {"memory": number, "what": f"session {request.session[:12]}", "at": place.now, "independent": by_itself,
         "most": MOST},
    )  # fmt: skip


def independent(said_at: str, again_at: str, session: str, like: Collection[tuple[str, str]]) -> bool:
    """Whether who says something again came to it by itself: on another day, and shown nothing like it.

    `session` is everything that the session was told, `like` are the memory and those like it as (id, content). Moments
    are ISO 8601 in UTC.
    """
    return again_at[:10] != said_at[:10] and not shows(session, like)


def shows(session: str, like: Collection[tuple[str, str]]) -> bool:
    """Whether what a session was told holds one of some memories, each as (id, content): its id or its words."""
    words = _flat(session)
    return any(id[:DIGITS] in session or (content and _flat(content) in words) for id, content in like)


def repeats(connection: Connection, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What says the same as each of some memories, oldest first."""
    sessions: dict[str, tuple[str, ...]] = {}
    for row in connection.execute(Q.confirmations, {"ids": json.dumps(sorted(ids))}):
        sessions[row["id"]] = (*sessions.get(row["id"], ()), row["what"])
    return sessions


def confirmed(connection: Connection, ids: Iterable[str]) -> dict[str, int]:
    """How many sessions came to each of some memories by themselves; those that none did are left out."""
    rows = connection.execute(Q.count_independent, {"ids": json.dumps(sorted(ids))}).fetchall()
    return {row["id"]: row["sessions"] for row in rows}


def _like(connection: Connection, place: "WriteContext", memory: Memory) -> list[tuple[str, str]]:
    params = {"scope": memory.scope, "project": place.owner, "at": place.now}
    rows = alike(connection, memory.content, params, NEAREST)
    return [(memory.id, memory.content), *((row["id"], row["content"]) for row in rows)]


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())
