"""Who else says the same as a memory that waits? A session, a document, a commit; enough of it may approve."""

import json
from collections.abc import Iterable
from dataclasses import replace

from scrubjay.audit import Event
from scrubjay.memories import changes
from scrubjay.memories.anchors import Anchor
from scrubjay.memories.request import RememberRequest
from scrubjay.memories.rows import Q, validations
from scrubjay.memories.writing import Place, find, number_of, write
from scrubjay.model.evidence import Source, ValidationResult
from scrubjay.model.memory import Blocked, MemoryStatus, Outcome
from scrubjay.storage import Connection

MOST = 20
"""Confirmations that are kept of one memory."""

_UNSAFE = ("injection", "conflicts", "not checked", "language")
"""Failed checks that no repetition makes good: those stay with a person, whatever the settings say."""

_OTHERWISE = frozenset({"all", "secrets", "hedges"})
"""Failed checks by which a claim may be blocked for another reason than that it repeats something."""


def put(
    connection: Connection, place: Place, asked: RememberRequest, result: ValidationResult, anchors: Iterable[Anchor]
) -> Outcome:
    """Store a claim as grounding decided; one that only repeats another may confirm it."""
    outcome = write(connection, place, asked, result, anchors)
    if isinstance(outcome, Blocked) and outcome.existing:
        return agreed(connection, place, asked, outcome)
    return outcome


def agreed(connection: Connection, place: Place, asked: RememberRequest, blocked: Blocked) -> Blocked:
    """Note that a claim repeats a memory that waits, if another session or the user says it; tells what came of it.

    A preference that an agent told is confirmed when the user says the same.
    """
    memory = find(connection, place, blocked.existing)
    failed = {one.partition(":")[0] for one in blocked.result.checks_failed} if blocked.result else {"all"}
    if failed & _OTHERWISE:
        return blocked
    if memory.status is MemoryStatus.ACTIVE and memory.belief.unconfirmed and _from_the_user(blocked):
        changes.confirm(connection, place, memory.id, asked.author)
        return replace(blocked, reason=f"already known as {memory.id}", do="It was unconfirmed: you confirmed it now.")
    if memory.status is not MemoryStatus.PENDING:
        return blocked
    other = bool(asked.session) and asked.session != memory.session
    if not (other or asked.terminal):
        return replace(blocked, do="It waits for review: `scrubjay review`.")
    what = f"session {asked.session[:12]}" if other else f"{asked.author} at a terminal"
    approved = confirm(connection, place, memory.id, what)
    return replace(
        blocked,
        reason="the same claim was waiting for review: this confirms it",
        do="It counts now." if approved else "It moved to the top of `scrubjay review`.",
    )


def _from_the_user(blocked: Blocked) -> bool:
    return blocked.result is not None and blocked.result.evidence.source in (Source.USER, Source.MANUAL)


def confirm(connection: Connection, place: Place, id: str, what: str) -> bool:
    """Note what says the same as a waiting memory; True when that approves it, as the user's settings may say."""
    memory = find(connection, place, id)
    number = number_of(connection, memory.id)
    (known,) = connection.execute(Q.count_confirmations, {"memory": number}).fetchone()
    if memory.status is not MemoryStatus.PENDING or known >= MOST:
        return False
    added = connection.execute(Q.add_confirmation, {"memory": number, "what": what[:200], "at": place.now}).rowcount
    if not added:
        return False
    place.audit.add(
        connection, place.now, Event.REVIEW, "scrubjay", memory.id, "confirm", "pending", {"by": what[:100]}
    )
    checks = validations(connection, number, "")
    failed = checks[-1].checks_failed if checks else ("not checked",)
    if not place.limits.approve_confirmed or any(one.startswith(_UNSAFE) for one in failed):
        return False
    changes.approve(connection, place, memory.id, "scrubjay", f"confirmed independently: {what[:200]}", by_hand=False)
    return True


def confirmations(connection: Connection, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What says the same as each of some memories, oldest first."""
    found: dict[str, tuple[str, ...]] = {}
    for row in connection.execute(Q.confirmations, {"ids": json.dumps(sorted(ids))}):
        found[row["id"]] = (*found.get(row["id"], ()), row["what"])
    return found
