"""Keys of memories in long lists, before any text is read: what they are narrowed and ordered by."""

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
