"""Entity tags: which answer a program has already, and at which version it wants something changed. Pure."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from scrubjay.model.pattern import pattern
from scrubjay_team.serving.refusals import HttpRefusal

_TAG: Final = pattern(r'"(?:([1-9][0-9]{0,9})(?:-[0-9a-f]{16})?)"')

NO_VERSION: Final = HttpRefusal(
    412, "changed", 'If-Match names the version of what is to be changed, once, as its ETag or as "3".'
)
NOT_VERSIONED: Final = HttpRefusal(
    412, "changed", "Nothing was done: what this route changes has no version, so If-Match can't be kept to."
)
LARGEST: Final = 2**31 - 1


def tag_of(values: Mapping[str, Any]) -> str:
    """The entity tag of an answer: a hash of it, behind the version of the one thing that it is, where it has one."""
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]
    version = values.get("version")
    return f'"{version}-{digest}"' if isinstance(version, int) else f'"{digest}"'


def is_known(tag: str, given: tuple[str, ...]) -> bool:
    """Whether a program that sends these values of If-None-Match has the answer of a tag."""
    told = [one.strip().removeprefix("W/") for value in given for one in value.split(",")]
    return tag in told or "*" in told


def version_of(given: tuple[str, ...], *, versioned: bool) -> int | HttpRefusal:
    """The version that If-Match names, 0 without one; or why it can't be kept to."""
    if not given:
        return 0
    if not versioned:
        return NOT_VERSIONED
    match = _TAG.fullmatch(given[0].strip()) if len(given) == 1 else None
    version = int(match[1]) if match else 0
    return version if 0 < version <= LARGEST else NO_VERSION
