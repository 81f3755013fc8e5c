"""How large may a claim and its metadata be? A snapshot is taken first, checked, and only the snapshot is used."""

import json
import math
from collections.abc import Mapping
from typing import Final

from scrubjay.errors import LimitExceeded

CONTENT: Final = 10_000
"""Characters of a claim (grounding.md, "Bounds"; so are the others)."""
SERIALISED: Final = 10_000
DEPTH: Final = 5
KEYS: Final = 100
ELEMENTS: Final = 500
KEY_BYTES: Final = 256
STRING_BYTES: Final = 10_000

Snapshot = None | bool | int | float | str | list["Snapshot"] | dict[str, "Snapshot"]


def snapshot(metadata: Mapping[str, object]) -> dict[str, Snapshot]:
    """A deep copy of metadata that is within all bounds. Raises LimitExceeded, naming what is out of bounds.

    A structure that another thread changes meanwhile, or that holds itself, ends in LimitExceeded too.
    """
    try:
        copied = _copy(metadata, 1, "metadata", [ELEMENTS])
    except (RuntimeError, RecursionError) as error:
        raise LimitExceeded("metadata changed while it was read, or holds itself. Send a plain object.") from error
    if not isinstance(copied, dict):
        raise LimitExceeded("metadata is no object. Send key and value pairs.")
    if len(json.dumps(copied, ensure_ascii=False).encode("utf-8", "replace")) > SERIALISED:
        raise LimitExceeded(f"metadata has more than {SERIALISED:,} bytes. Keep what matters.")
    return copied


def _copy(value: object, depth: int, where: str, left: list[int]) -> Snapshot:
    left[0] -= 1
    if left[0] < 0:
        raise LimitExceeded(f"metadata has more than {ELEMENTS} elements. Keep what matters.")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise LimitExceeded(f"{where} is {value}. Only finite numbers can be kept.")
        return value
    if isinstance(value, str):
        if len(value.encode("utf-8", "replace")) > STRING_BYTES:
            raise LimitExceeded(f"{where} has more than {STRING_BYTES:,} bytes. Shorten it.")
        return value
    if depth > DEPTH:
        raise LimitExceeded(f"metadata is deeper than {DEPTH} levels. Flatten it.")
    if isinstance(value, list | tuple):
        return [_copy(one, depth + 1, where, left) for one in list(value)]
    if isinstance(value, Mapping):
        return _copy_object(value, depth, where, left)
    raise LimitExceeded(f"{where} is a {type(value).__name__}. Only JSON values can be kept.")


def _copy_object(value: Mapping[object, object], depth: int, where: str, left: list[int]) -> dict[str, Snapshot]:
    items = list(value.items())
    if len(items) > KEYS:
        raise LimitExceeded(f"{where} has more than {KEYS} keys. Keep what matters.")
    copied: dict[str, Snapshot] = {}
    for key, one in items:
        if not isinstance(key, str) or len(key.encode("utf-8", "replace")) > KEY_BYTES:
            raise LimitExceeded(f"a key of {where} is no text, or longer than {KEY_BYTES} bytes. Rename it.")
        copied[key] = _copy(one, depth + 1, f"{where}.{key[:40]}", left)
    return copied
