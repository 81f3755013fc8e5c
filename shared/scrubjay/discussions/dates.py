"""Dates ahead of now, whatever wrote them: what wasn't read before can't have been said later; pure.

A time years ahead would be newer than every true change, and not said yet for whoever asks about a date.
"""

from dataclasses import replace
from typing import TypeVar

from scrubjay.discussions.values import DiscussionHead, DiscussionPart

Said = TypeVar("Said", DiscussionHead, DiscussionPart)


def no_later(said: Said, limit: str) -> Said:
    """A head or text whose times are none after `limit`, ISO 8601 in UTC: such a one becomes the limit."""
    created, updated = min(said.created_at, limit), min(said.updated_at, limit)
    if isinstance(said, DiscussionHead):
        return replace(said, created_at=created, updated_at=updated, closed_at=min(said.closed_at, limit))
    return replace(said, created_at=created, updated_at=updated)
