"""Locator for the bundled files that aren't Python: skills and hooks."""

import sys
from pathlib import Path

from scrubjay.errors import ScrubjayError

_PACKAGE = Path(__file__).resolve().parents[1]


def bundled(*parts: str) -> Path:
    """A bundled file or folder, such as `bundled("skills", "session-init")`.

    In a wheel they are under `scrubjay/_bundled`; in a checkout two folders above the package.
    Raises ScrubjayError when neither has it.
    """
    for top in (_PACKAGE / "_bundled", _PACKAGE.parents[1]):
        found = top.joinpath(*parts)
        if found.exists():
            sys.audit("scrubjay.load", str(found))  # `launching.watch` may object
            return found
    raise ScrubjayError(f"{'/'.join(parts)} is missing from this installation. Install scrubjay again.")
