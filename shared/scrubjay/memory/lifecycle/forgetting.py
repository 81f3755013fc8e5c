"""Forgetting for good: a memory's words leave rows, indexes and journal; a tombstone without them stays."""

import json
from collections.abc import Collection
from typing import Final

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


FORGOTTEN: Final = "[forgotten with its repository]"
"""Words that no discussion has, so that what leaned on the source stays fallen even where it is read again."""


def forget_quoted(connection: Connection, repository: str) -> int:
    """Take out all that came from a repository's discussions (HOST/OWNER/NAME); returns how many citations named it.

    A memory's quote goes with it, since it may be a discussion's words.
    """
    params = {"repository": repository}
    rows = connection.execute(Q.naming_repository, params).fetchall()
    cited: dict[int, set[str]] = {}
    for row in rows:
        cited.setdefault(row["id"], set()).add(row["text"])
    for row in rows:
        checks = {name: json.dumps(without_outcomes(json.loads(row[name]), cited[row["id"]])) for name in _CHECKS}
        connection.execute(Q.set_checks, {"id": row["id"], **checks})
        connection.execute(Q.forget_quote, {"memory": row["memory"]})
    return int(connection.execute(Q.forget_quoted, {**params, "instead": FORGOTTEN}).rowcount)


def without_outcomes(checks: Collection[str], cited: Collection[str]) -> list[str]:
    """Checks of which those of some citations keep which one it was: "place #12: forgotten". Pure."""
    leads = tuple(f"place {text}: " for text in sorted(cited, key=len, reverse=True))

    def forgotten(check: str) -> str:
        return next((f"{lead}forgotten" for lead in leads if check.startswith(lead)), check)

    return list(map(forgotten, checks))


_CHECKS: Final = ("passed", "failed")
