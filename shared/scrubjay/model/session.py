"""What is a client's session called here? By its own id, unless that could be a secret that stands in its place."""

import re

_PLAIN = re.compile(r"[^\s]{0,19}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|s-[0-9a-f]{30}")
"""Ids that are kept: short ones, UUIDs as clients make them, and names that were made here."""


def session_name(id: str) -> str:
    """The same name for the same id: a digest where the id is long and no UUID. Light enough for a hook."""
    if _PLAIN.fullmatch(id):
        return id
    import hashlib  # late: OpenSSL costs a hook 3 ms, and clients name their sessions by UUIDs

    return f"s-{hashlib.sha256(id.encode('utf-8', 'surrogatepass')).hexdigest()[:30]}"
