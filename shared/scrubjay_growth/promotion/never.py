"""What rules a fact out, whatever speaks for it? Pure."""

from collections.abc import Collection, Mapping, Sequence

from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus, is_private

_GROUNDED = frozenset(Grade) - {Grade.SAID}
_ENDED = {
    MemoryStatus.HELD: "held for review",
    MemoryStatus.SUPERSEDED: "superseded",
    MemoryStatus.EXPIRED: "expired",
    MemoryStatus.FORGOTTEN: "forgotten",
    MemoryStatus.FADED: "faded",
    MemoryStatus.ARCHIVED: "archived",
}


def never(
    members: Sequence[Memory], grades: Mapping[str, Grade], contradicted: Collection[str], now: str
) -> tuple[str, ...]:
    """The reasons why a fact is never promoted, or falls; none where nothing speaks against it.

    `members` are those that can be read: quarantined and forgotten ones aren't among them. `grades` are those at the
    base of the view, `now` is ISO 8601 in UTC.
    """
    holding = [memory for memory in members if memory.status is MemoryStatus.ACTIVE]
    current = [memory for memory in holding if not memory.valid_until or memory.valid_until > now]
    reasons = {
        "not known here": not members,
        "retracted": any(memory.status is MemoryStatus.RETRACTED for memory in members),
        "private": is_private(members),
        "a question": any(memory.is_question for memory in members),
        "contradicted": any(memory.id in contradicted for memory in members),
        "expired": bool(holding) and not current,
        "nothing but its author's word stands behind it": bool(current)
        and not any(grades.get(one.id) in _GROUNDED for one in current),
    }
    ended = [] if holding else [_ENDED[one.status] for one in members if one.status in _ENDED]
    return (*(reason for reason, holds in reasons.items() if holds), *dict.fromkeys(ended))
