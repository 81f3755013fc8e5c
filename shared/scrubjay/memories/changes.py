"""What may become of a memory that is there? Review, retraction, expiry; each adds a belief and a record."""

from datetime import UTC, datetime, timedelta

from scrubjay.audit import Event
from scrubjay.memories.rows import Q, believe
from scrubjay.memories.writing import Place, end_older, find, number_of, read, standing
from scrubjay.model.clock import iso
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage import Connection

EXPIRED_AT_ONCE = 1_000


def approve(connection: Connection, place: Place, id: str, actor: str, reason: str) -> Memory:
    """A waiting memory counts from now on, and ends what it replaces. Raises NotFound, VersionConflict."""
    waiting = _waiting(connection, place, id)
    number = number_of(connection, waiting.id)
    believe(
        connection, number, place.now, actor,
        status=MemoryStatus.ACTIVE, reason=reason or waiting.belief.reason, unconfirmed=False,
    )  # fmt: skip
    end_older(connection, place, number, actor)
    _record(connection, place, Event.REVIEW, actor, waiting.id, "approve", "active")
    return read(connection, number)


def reject(connection: Connection, place: Place, id: str, actor: str, reason: str) -> Memory:
    """A waiting memory is refused for good. Raises NotFound, VersionConflict."""
    waiting = _waiting(connection, place, id)
    number = number_of(connection, waiting.id)
    believe(connection, number, place.now, actor, status=MemoryStatus.RETRACTED, reason=reason)
    _record(connection, place, Event.REVIEW, actor, waiting.id, "reject", "retracted")
    return read(connection, number)


def confirm(connection: Connection, place: Place, id: str, actor: str) -> Memory:
    """The user said it: a preference is not unconfirmed any more. Raises NotFound, VersionConflict."""
    holding = _holding(connection, place, id)
    number = number_of(connection, holding.id)
    believe(connection, number, place.now, actor, unconfirmed=False)
    _record(connection, place, Event.REVIEW, actor, holding.id, "confirm", "active")
    return read(connection, number)


def retract(connection: Connection, place: Place, id: str, actor: str, reason: str) -> Memory:
    """A memory was wrong: it is not believed any more for any time. Raises NotFound, VersionConflict."""
    holding = _holding(connection, place, id)
    number = number_of(connection, holding.id)
    believe(connection, number, place.now, actor, status=MemoryStatus.RETRACTED, reason=reason)
    _record(connection, place, Event.MEMORY_WRITE, actor, holding.id, "retract", "retracted")
    return read(connection, number)


def invalidate(connection: Connection, place: Place, id: str, actor: str, reason: str) -> Memory:
    """A memory held until now and no longer. Raises NotFound, VersionConflict."""
    holding = _holding(connection, place, id)
    number = number_of(connection, holding.id)
    believe(
        connection, number, place.now, actor, status=MemoryStatus.EXPIRED, reason=reason,
        valid_until=max(place.now, holding.belief.valid_from),
    )  # fmt: skip
    _record(connection, place, Event.MEMORY_WRITE, actor, holding.id, "invalidate", "expired")
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
            reason=f"not reviewed within {place.limits.expire_days} days", valid_until=memory.belief.valid_from,
        )  # fmt: skip
        _record(connection, place, Event.REVIEW, "scrubjay", memory.id, "expire", "expired")
    return len(overdue)


def _waiting(connection: Connection, place: Place, id: str) -> Memory:
    return standing(find(connection, place, id), MemoryStatus.PENDING)


def _holding(connection: Connection, place: Place, id: str) -> Memory:
    return standing(find(connection, place, id), MemoryStatus.ACTIVE)


def _record(connection: Connection, place: Place, event: Event, actor: str, id: str, action: str, outcome: str) -> None:
    place.audit.add(connection, place.now, event, actor, id, action, outcome)
