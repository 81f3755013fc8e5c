"""Forgetting for good: a memory's words leave rows, indexes and journal; a tombstone without them stays."""

from scrubjay.identity.audit import AuditEvent
from scrubjay.knowledge.index import store
from scrubjay.memory.store.refusals import refuse
from scrubjay.memory.store.rows import Q, believe, forgotten_key
from scrubjay.memory.store.writing import WriteContext, find, number_of
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage.driver import Connection


def forget(connection: Connection, place: WriteContext, id: str, actor: str, *, by_person: bool = False) -> str:
    """Empty a memory inside a write transaction; returns its whole id. `purge` then cleans the files.

    Raises NotFound. What took its place stays: it is a memory of its own.
    """
    memory = find(connection, place, id)
    forget_row(connection, place, number_of(connection, memory.id), actor, by_person=by_person)
    return memory.id


def forget_row(connection: Connection, place: WriteContext, number: int, actor: str, *, by_person: bool) -> None:
    """Empty the memory with a number, whoever it is shown to."""
    memory = connection.execute(Q.memory_row, {"number": number}).fetchone()
    if by_person and memory["content"]:
        refuse(connection, memory["content"], "forgot", actor, place.now)
    for row in connection.execute(Q.content_of, {"id": memory["id"]}).fetchall():
        store.remove(connection, [row["id"]])
    for statement in (
        Q.drop_evidence, Q.drop_marks, Q.drop_anchors, Q.drop_likeness, Q.drop_confirmations, Q.drop_contradictions,
        Q.drop_readings,
    ):  # fmt: skip
        connection.execute(statement, {"number": number})
    replacement = _hidden(place.owner, memory["key"]) if memory["key"] else None
    connection.execute(Q.empty_memory, {"number": number, "key": replacement})
    believe(connection, number, place.now, actor, status=MemoryStatus.FORGOTTEN, valid_until=place.now)
    connection.execute(Q.empty_beliefs, {"number": number})
    place.audit.add(connection, place.now, AuditEvent.FORGET, actor, memory["id"], "forget", "forgotten")


def _hidden(owner: str, key: str) -> str:
    return key if key.startswith("forgotten:") else str(forgotten_key(owner, key.removeprefix(f"{owner}:")))
