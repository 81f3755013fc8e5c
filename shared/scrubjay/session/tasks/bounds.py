"""Size limits of stored texts and lists; constants, not settings."""

from collections.abc import Sequence

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.counted import counted
from scrubjay.model.visible import storable

MAX_TEXT = 10_000
"""Characters of one text."""

MAX_ITEMS = 50
MAX_ITEM = 2_000
"""Entries of a list, and characters of one entry."""

MAX_ID_BYTES = 256


def text(name: str, value: str, limit: int = MAX_TEXT) -> str:
    """A text without control characters and without space around it. Raises LimitExceeded."""
    if len(value) > limit:
        raise LimitExceeded(f"{name} has {counted(len(value), 'character')}; at most {limit} are kept. Shorten it.")
    return storable(value).strip()


def bounded_items(name: str, values: Sequence[str]) -> tuple[str, ...]:
    """The entries that aren't empty, in order. Raises LimitExceeded."""
    if len(values) > MAX_ITEMS:
        raise LimitExceeded(f"{name} has {counted(len(values), 'entry')}; at most {MAX_ITEMS} are kept. Merge some.")
    return tuple(entry for value in values if (entry := text(f"an entry of {name}", value, MAX_ITEM)))


def identifier(name: str, value: str) -> str:
    """A session id, branch or key: short, one line. Raises LimitExceeded or UsageError."""
    if len(value.encode("utf-8", "surrogatepass")) > MAX_ID_BYTES:
        raise LimitExceeded(f"{name} is longer than {MAX_ID_BYTES} bytes.")
    if any(ord(c) < 32 for c in value):
        raise UsageError(f"{name} holds a control character.")
    return value.strip()
