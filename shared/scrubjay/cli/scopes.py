"""Whose memories are meant?"""

from scrubjay.errors import UsageError

SCOPES = ("project", "user")


def checked_scope(scope: str) -> str:
    """The scope, if it is one. Raises UsageError."""
    if scope not in SCOPES:
        raise UsageError(f"scope {scope[:40]!r} is unknown. There are: {', '.join(SCOPES)}.")
    return scope
