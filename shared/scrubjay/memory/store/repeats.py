"""Who else says the same as a memory? Sessions that repeated it; those count that came to it by themselves."""

import json
from collections.abc import Callable, Collection, Iterable

from scrubjay.memory.store.index import alike
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import Q
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import Memory
from scrubjay.storage.driver import Connection

MOST = 100
"""Repetitions that are kept of one memory."""

DIGITS = 8
"""Digits of an id by which a text names a memory, at least."""

NEAREST = 20


def note_repeat(
    connection: Connection,
    number: int,
    memory: Memory,
    request: RememberRequest,
    *,
    owner: str,
    now: str,
    shown_text: Callable[[str], str],
) -> None:
    """Note that another session says the same, and whether it came to it by itself.

    `owner`, `now` and `shown_text` are those of the place where it is written. A session that is unknown, or that only
    its agent names, doesn't count: nobody can say what it was shown.
    """
    if not request.session or request.session == memory.session:
        return
    identified = request.identified and bool(memory.session or memory.origin is Origin.PERSON)
    by_itself = identified and independent(
        memory.recorded_at, now, shown_text(request.session), _like(connection, memory, owner, now)
    )
    connection.execute(
        Q.add_confirmation,
        {"memory": number, "what": f"session {request.session[:12]}", "at": now, "independent": by_itself,
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


def _like(connection: Connection, memory: Memory, owner: str, now: str) -> list[tuple[str, str]]:
    params = {"scope": memory.scope, "project": owner, "at": now}
    rows = alike(connection, memory.content, params, NEAREST)
    return [(memory.id, memory.content), *((row["id"], row["content"]) for row in rows)]


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())
