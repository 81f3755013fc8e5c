"""Validated snapshot of a caller's JSON: it is copied first, and only the copy is checked and used."""

import json
import math
from typing import Final

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.counted import counted
from scrubjay.model.visible import storable

MAX_BYTES: Final = 10_000
"""Bytes as JSON."""

MAX_DEPTH: Final = 5
MAX_KEYS: Final = 100
MAX_ELEMENTS: Final = 500
MAX_KEY_BYTES: Final = 256


def snapshot(value: object, name: str) -> dict[str, object]:
    """A deep copy of a JSON object within the limits, its texts `storable`. Raises LimitExceeded, UsageError.

    A cyclic structure exceeds the depth. One that another thread changes meanwhile is copied in some intermediate
    state, or refused.
    """
    try:
        copied = _checked_copy(value, 1, name, [MAX_ELEMENTS])
    except RuntimeError as error:
        raise LimitExceeded(f"{name} was changed by another thread while it was read. Send it again.") from error
    if not isinstance(copied, dict):
        raise UsageError(f'{name} must be a JSON object, for example {{"ticket": "ABC-12"}}.')
    size = len(json.dumps(copied, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        description = f"{name}: {counted(size, 'byte')} as JSON"
        raise LimitExceeded(f"{description}; at most {MAX_BYTES:,} are kept. Keep what matters.")
    return copied


def _checked_copy(value: object, depth: int, name: str, left: list[int]) -> object:
    left[0] -= 1
    if left[0] < 0:
        raise LimitExceeded(f"{name}: more than {MAX_ELEMENTS} values. Keep what matters.")
    if isinstance(value, str):
        return storable(value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise UsageError(f"{name}: JSON doesn't know the number {value}.")
        return value
    if depth > MAX_DEPTH:
        raise LimitExceeded(f"{name}: nested deeper than {MAX_DEPTH} levels. Flatten it.")
    if isinstance(value, list | tuple):
        return [_checked_copy(inner, depth + 1, name, left) for inner in value[: MAX_ELEMENTS + 1]]
    if isinstance(value, dict):
        # Copied first, then checked: another thread may go on changing what the caller passed.
        return {
            _checked_key(key, name): _checked_copy(inner, depth + 1, name, left)
            for key, inner in _checked_members(value, name)
        }
    raise UsageError(f"{name}: a {type(value).__name__} is no JSON value.")


def _checked_members(value: dict[object, object], name: str) -> list[tuple[object, object]]:
    members = list(value.copy().items())
    if len(members) > MAX_KEYS:
        raise LimitExceeded(f"{name}: an object with more than {MAX_KEYS} keys. Keep what matters.")
    return members


def _checked_key(key: object, name: str) -> str:
    if not isinstance(key, str):
        raise UsageError(f"{name}: a key is no text.")
    if len(key.encode("utf-8", "surrogatepass")) > MAX_KEY_BYTES:
        raise LimitExceeded(f"{name}: a key is longer than {MAX_KEY_BYTES} bytes. Shorten it.")
    if any(ord(c) < 32 for c in key):
        raise UsageError(f"{name}: a key holds a control character.")
    return key
