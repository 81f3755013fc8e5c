"""Who is meant by a name that may be cut short?"""

from collections.abc import Collection

from scrubjay.errors import UsageError

LEAST = 8
"""Characters of a session's id that name it, at least."""


def called(who: str, names: Collection[str]) -> str:
    """The name that is meant: itself, or the only one that begins so; empty if there is none. Raises UsageError."""
    who = who.strip()
    if who in names or not who:
        return who
    longer = sorted(name for name in names if len(who) >= LEAST and name.startswith(who))
    if len(longer) > 1:
        raise UsageError(f"More than one author or session is called {who[:40]!r}. Give more of the name.")
    return longer[0] if longer else ""
