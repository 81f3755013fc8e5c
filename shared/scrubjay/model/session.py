"""Names of client sessions: the client's own id, unless a secret could stand in its place."""

import re
from typing import Final

_PLAIN = re.compile(r"[^\s]{0,19}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|s-[0-9a-f]{30}")
"""Ids that are kept unchanged: short ones, UUIDs, and names that `session_name` made."""


SHOWN: Final = 8
"""Characters of a name that are shown: the same everywhere, so that it is known again."""


def session_name(id: str) -> str:
    """The name of a session id: the id itself, or a digest where it is long and no UUID. Light enough for a hook."""
    if _PLAIN.fullmatch(id):
        return id
    import hashlib  # lazy: OpenSSL costs a hook 3 ms, and clients name their sessions by UUIDs

    return f"s-{hashlib.sha256(id.encode('utf-8', 'surrogatepass')).hexdigest()[:30]}"
