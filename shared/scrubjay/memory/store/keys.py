"""A memory in a long list, before any of it is read: what it is narrowed and ordered by."""

from typing import NamedTuple


class MemoryKey(NamedTuple):
    """Its id and what columns sort by. `earned` is the rank of the grade at capture.

    `unsure`: HEAD may grade it otherwise, whether its sources moved or not.
    """

    id: str
    kind: str
    scope: str
    author: str
    recorded_at: str
    valid_until: str
    earned: int
    unsure: int
