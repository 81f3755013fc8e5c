"""Names of pools: what one may be called. Pure."""

import re

from scrubjay.errors import UsageError
from scrubjay.model.hints import LEAST_DIGITS
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.masking import mask

LONGEST_NAME = 100

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
