"""How large may a text, a list or a details object be? The design's grounding tables say so, no setting does."""

import json
import math
from collections.abc import Sequence

from scrubjay.errors import LimitExceeded, UsageError

MAX_TEXT = 10_000
"""Characters of one text."""

MAX_ITEMS = 50
MAX_ITEM = 2_000
"""Entries of a list, and characters of one entry."""

MAX_ID_BYTES = 256
MAX_DETAILS_BYTES = 10_000
MAX_DEPTH = 5
MAX_KEYS = 100
MAX_ELEMENTS = 500


def text(name: str, value: str, limit: int = MAX_TEXT) -> str:
    """A text without NUL and without space around it. Raises LimitExceeded."""
    if len(value) > limit:
        raise LimitExceeded(f"{name} has {len(value)} characters; at most {limit} are kept. Shorten it.")
    return value.replace("\0", "").strip()


def items(name: str, values: Sequence[str]) -> tuple[str, ...]:
    """The entries that say something, in order. Raises LimitExceeded."""
    if len(values) > MAX_ITEMS:
        raise LimitExceeded(f"{name} has {len(values)} entries; at most {MAX_ITEMS} are kept. Merge some.")
    return tuple(kept for value in values if (kept := text(f"an entry of {name}", value, MAX_ITEM)))


def identifier(name: str, value: str) -> str:
    """A session id, branch or key: short, one line. Raises LimitExceeded or UsageError."""
    if len(value.encode("utf-8", "surrogatepass")) > MAX_ID_BYTES:
        raise LimitExceeded(f"{name} is longer than {MAX_ID_BYTES} bytes.")
    if any(ord(c) < 32 for c in value):
        raise UsageError(f"{name} holds a control character.")
    return value.strip()


def snapshot(details: object) -> dict[str, object]:
    """A deep copy of a JSON object that keeps the bounds. Raises LimitExceeded or UsageError."""
    copied = _copy(details, 1, [0])
    if not isinstance(copied, dict):
        raise UsageError('details must be a JSON object, for example {"ticket": "ABC-12"}.')
    size = len(json.dumps(copied, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if size > MAX_DETAILS_BYTES:
        raise LimitExceeded(f"details take {size} bytes as JSON; at most {MAX_DETAILS_BYTES} are kept.")
    return copied


def _copy(value: object, depth: int, count: list[int]) -> object:
    count[0] += 1
    if count[0] > MAX_ELEMENTS:
        raise LimitExceeded(f"details hold more than {MAX_ELEMENTS} values.")
    if value is None or isinstance(value, bool | int | str):
        return value.replace("\0", "") if isinstance(value, str) else value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise UsageError("details hold a number that JSON doesn't know (NaN or infinity).")
        return value
    if depth > MAX_DEPTH:
        raise LimitExceeded(f"details are nested deeper than {MAX_DEPTH}.")
    if isinstance(value, list | tuple):
        return [_copy(inner, depth + 1, count) for inner in value[: MAX_ELEMENTS + 1]]
    if isinstance(value, dict):
        # Taken at once, then looked at: another thread may go on changing what the caller handed over.
        taken = list(value.copy().items())
        if len(taken) > MAX_KEYS:
            raise LimitExceeded(f"an object in details has more than {MAX_KEYS} keys.")
        if not all(isinstance(key, str) for key, _ in taken):
            raise UsageError("the keys of details must be texts.")
        return {identifier("a key of details", key): _copy(inner, depth + 1, count) for key, inner in taken}
    raise UsageError(f"details can't hold a {type(value).__name__}; use JSON values.")
