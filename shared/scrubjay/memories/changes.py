"""What may become of a memory that is there? Review, retraction, expiry; each adds a belief and a record."""

import re
from datetime import UTC, datetime, timedelta

from scrubjay.audit import Event
from scrubjay.memories.request import cleaned
from scrubjay.memories.rows import Q, believe
from scrubjay.memories.writing import Place, end_older, find, number_of, read, standing
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.evidence import Confidence
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage import Connection

BY_HAND = 0.8
AGREED = 0.6
"""How sure a memory is that a person approved, or that only agrees with something else; grounding's own steps."""

EXPIRED_AT_ONCE = 1_000

LONGEST_REASON = 1_000

RUN = 3
"""Words in a row that make a reason repeat a memory."""

_WORD = re.compile(r"\w+")


def approve(connection: Connection, place: Place, id: str, actor: str, reason: str, *, by_hand: bool = True) -> Memory:
    """A waiting memory counts from now on, and ends what it replaces. Raises NotFound, VersionConflict.

    What a person approved `by_hand` is as sure as what they tell themselves.
    """
    waiting = _waiting(connection, place, id)
    number = number_of(connection, waiting.id)
    believe(
        connection, number, place.now, actor,
        status=MemoryStatus.ACTIVE, reason=kept_reason(reason) or waiting.belief.reason, unconfirmed=False,
        confidence=Confidence.HIGH if by_hand else Confidence.MEDIUM,
        score=max(waiting.belief.score, BY_HAND if by_hand else AGREED),
    )  # fmt: skip
    end_older(connection, place, number, actor)
    _record(connection, place, Event.REVIEW, actor, waiting, "approve", "active", reason)
    return read(connection, number)


def reject(connection: Connection, place: Place, id: str, actor: str, reason: str) -> Memory:
    """A waiting memory is refused for good. Raises NotFound, VersionConflict."""
    waiting = _waiting(connection, place, id)
    number = number_of(connection, waiting.id)
    believe(connection, number, place.now, actor, status=MemoryStatus.RETRACTED, reason=kept_reason(reason))
    _record(connection, place, Event.REVIEW, actor, waiting, "reject", "retracted", reason)
    return read(connection, number)


def confirm(connection: Connection, place: Place, id: str, actor: str) -> Memory:
    """The user said it: a preference is not unconfirmed any more. Raises NotFound, VersionConflict."""
    holding = _holding(connection, place, id)
    number = number_of(connection, holding.id)
    believe(connection, number, place.now, actor, unconfirmed=False)
    _record(connection, place, Event.REVIEW, actor, holding, "confirm", "active")
    return read(connection, number)


def retract(connection: Connection, place: Place, id: str, actor: str, reason: str) -> Memory:
    """A memory was wrong: it is not believed any more for any time. Raises NotFound, VersionConflict."""
    holding = _holding(connection, place, id)
    number = number_of(connection, holding.id)
    believe(connection, number, place.now, actor, status=MemoryStatus.RETRACTED, reason=kept_reason(reason))
    _record(connection, place, Event.MEMORY_WRITE, actor, holding, "retract", "retracted", reason)
    return read(connection, number)


def invalidate(connection: Connection, place: Place, id: str, actor: str, reason: str) -> Memory:
    """A memory held until now and no longer. Raises NotFound, VersionConflict."""
    holding = _holding(connection, place, id)
    number = number_of(connection, holding.id)
    believe(
        connection, number, place.now, actor, status=MemoryStatus.EXPIRED, reason=kept_reason(reason),
        valid_until=max(place.now, holding.belief.valid_from),
    )  # fmt: skip
    _record(connection, place, Event.MEMORY_WRITE, actor, holding, "invalidate", "expired", reason)
    return read(connection, number)


def expire_waiting(connection: Connection, place: Place) -> int:
    """Let memories go that nobody reviewed for `expire_days`; returns how many."""
    before = iso(datetime.fromisoformat(place.now).astimezone(UTC) - timedelta(days=place.limits.expire_days))
    asked = {"project": place.owner, "before": before, "limit": EXPIRED_AT_ONCE}
    overdue = [row["memory"] for row in connection.execute(Q.overdue, asked).fetchall()]
    for number in overdue:
        memory = read(connection, number)
        believe(
            connection, number, place.now, "scrubjay", status=MemoryStatus.EXPIRED,
            reason=f"not reviewed within {counted(place.limits.expire_days, 'day')}",
            valid_until=memory.belief.valid_from,
        )  # fmt: skip
        _record(connection, place, Event.REVIEW, "scrubjay", memory, "expire", "expired", "not reviewed in time")
    return len(overdue)


def _waiting(connection: Connection, place: Place, id: str) -> Memory:
    return standing(find(connection, place, id), MemoryStatus.PENDING)


def _holding(connection: Connection, place: Place, id: str) -> Memory:
    return standing(find(connection, place, id), MemoryStatus.ACTIVE)


def kept_reason(reason: str) -> str:
    """A reason as it is kept: bounded; `believe` masks it."""
    return cleaned(reason[:LONGEST_REASON])


def _record(
    connection: Connection, place: Place, event: Event, actor: str, memory: Memory, action: str, outcome: str,
    reason: str = "",
) -> None:  # fmt: skip
    """The audit outlives a memory that is forgotten, so it takes a reason only where that doesn't repeat its words."""
    told = {"reason": "kept with the memory" if _repeats(reason, memory.content) else reason} if reason else None
    place.audit.add(connection, place.now, event, actor, memory.id, action, outcome, told)


def _repeats(reason: str, content: str) -> bool:
    said = f" {' '.join(_WORD.findall(reason.casefold()))} "
    words = _WORD.findall(content.casefold())
    runs = [words[n : n + RUN] for n in range(max(1, len(words) - RUN + 1))]
    return any(f" {' '.join(run)} " in said for run in runs if run)
