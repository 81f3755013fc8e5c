"""Times that a forge or a file gives, as they are kept: none is ahead of now, whatever a clock there says; pure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart

Said = TypeVar("Said", DiscussionHead, DiscussionPart)


def not_ahead(row: Mapping[str, Any], before: Mapping[str, Any] | None, now: str) -> dict[str, Any]:
    """The columns of a head or text. What is dated ahead was said, or ended, when it was read first.

    `before` is the row that is kept. Only an edit counts from its own reading.
    """
    made = {**row, "updated_at": min(row["updated_at"], now)}
    for name in ("created_at", "closed_at"):
        if row.get(name, "") > now:
            made[name] = min((before[name] if before else "") or now, now)
    return made


def past(moment: str, now: str) -> str:
    """A stored moment; empty where it is ahead of now, as a clock that was wrong has left it."""
    return moment if moment <= now else ""


def no_later(said: Said, limit: str) -> Said:
    """A head or text whose times are none after `limit`, ISO 8601 in UTC: such a one becomes the limit."""
    created, updated = min(said.created_at, limit), min(said.updated_at, limit)
    if isinstance(said, DiscussionHead):
        return replace(said, created_at=created, updated_at=updated, closed_at=min(said.closed_at, limit))
    return replace(said, created_at=created, updated_at=updated)
