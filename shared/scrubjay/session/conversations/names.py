"""Sanitised names of sessions, speakers and turns: short, on one line, without secrets. Pure."""

import hashlib
import re
from functools import lru_cache

from scrubjay.privacy.secrets.masking import find_secrets, mask

MAX_NAME = 200
"""Characters of a session's id, a role or a speaker."""

_PLAIN = re.compile(r"[A-Za-z]{0,12}[\d:./_-]{0,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Keys that can't hold a secret and skip the scan: numbers, D1:3, turn_17, UUIDs."""


@lru_cache(maxsize=4096)
def clean_name(text: str) -> str:
    """A name on one line without secrets; deterministic, so that it can be looked up again."""
    return " ".join(mask(text[: 2 * MAX_NAME]).text.split())[:MAX_NAME]


def clean_key(text: str) -> str:
    """The stored key of a turn: unchanged where it is short and holds no secret, else a digest."""
    if _PLAIN.fullmatch(text) or (len(text) <= MAX_NAME and not find_secrets(text)):
        return text
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
