"""What a pool may be called, what is said of one that nobody is in, and what its members may take. Pure."""

import re

from scrubjay.errors import UsageError
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.pattern import pattern
from scrubjay.model.pool import PoolPermission
from scrubjay.privacy.secrets.masking import mask

LONGEST_NAME = 100

SHOWN = 40
"""Characters of a name or id that an error repeats."""

_NAME = pattern(r"[^\W_][^/\\]*")
_LIKE_ID = pattern(rf"[0-9a-f]{{{LEAST_DIGITS},32}}", re.IGNORECASE)


def checked_name(name: str) -> str:
    """A pool's name with its secrets masked. Raises UsageError for a name that isn't allowed."""
    called = " ".join(mask(name).text.split())
    if not called or len(called) > LONGEST_NAME:
        raise UsageError(f"A pool's name has 1 to {LONGEST_NAME} characters.")
    if not _NAME.fullmatch(called) or not called.isprintable():
        raise UsageError("A pool's name begins with a letter or digit, and has no slash: it is no option and no path.")
    if _LIKE_ID.fullmatch(called):
        raise UsageError(f"{called!r} looks like an id. Give a pool a name that no id begins with.")
    return called


def no_pool(called: str) -> str:
    """What is said of a pool that doesn't exist; the same of one that the agent isn't in."""
    return (
        f"No pool of yours is called {called[:SHOWN]!r}. join_pool lets you into one that reaches you; "
        "`scrubjay pool list` shows them."
    )


def may_take(wanted: PoolPermission, held: PoolPermission | None) -> bool:
    """Whether an agent that a pool reaches may give itself a permission: up to WRITE, or less than it has."""
    return wanted <= max(PoolPermission.WRITE, held or PoolPermission.READ)
