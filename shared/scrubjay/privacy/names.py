"""People's names in the text of commits: lines that say who did what, and the names of authors; pure."""

import re
from collections.abc import Collection
from functools import lru_cache

HIDDEN = "[name]"
"""What stands in place of a name."""

_TRAILER = re.compile(
    r"^[ \t]*(?:[A-Za-z]+-)+by:.*\n?|^[ \t]*(?:cc|author|thanks-to):.*\n?", re.IGNORECASE | re.MULTILINE
)
"""A line of a message that names somebody: "Signed-off-by: …", "Co-authored-by: …", "Cc: …"."""


def without_names(text: str, names: Collection[str]) -> str:
    """A commit's text without the lines that say who did what, and with `[name]` for each of `names`.

    A name of several words is one in any case and across a line's end; a name of one word as it is written.
    """
    kept = _TRAILER.sub("", text)
    for pattern in _patterns(frozenset(names)):
        kept = pattern.sub(HIDDEN, kept)
    return kept.rstrip() if kept != text else text


@lru_cache(maxsize=4)
def _patterns(names: frozenset[str]) -> tuple[re.Pattern[str], ...]:
    """One pattern for names of several words and one for names of one; the longest names first."""
    groups: tuple[list[str], list[str]] = ([], [])
    for name in sorted(names, key=lambda name: (-len(name), name)):
        parts = name.split()
        if parts:
            groups[len(parts) == 1].append(r"\s+".join(re.escape(part) for part in parts))
    flags = (re.IGNORECASE, re.NOFLAG)
    return tuple(
        re.compile(rf"(?<!\w)(?:{'|'.join(group)})(?!\w)", flag)
        for group, flag in zip(groups, flags, strict=True)
        if group
    )
