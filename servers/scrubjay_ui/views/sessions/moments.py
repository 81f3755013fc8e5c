"""Moments of a session: which anchor leads to one, and what a typed one means. Pure."""

import re
from collections.abc import Iterable

from scrubjay.errors import UsageError

_MOMENT = re.compile(r"(?:(\d{4}-\d{2}-\d{2})[T ])?(\d{1,2}):(\d{2})")
_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


def anchors(moments: Iterable[str]) -> tuple[str, ...]:
    """The anchor of each moment, `told-1014`; a second one of the same minute is `told-1014-2`."""
    seen: dict[str, int] = {}
    found = []
    for moment in moments:
        name = f"told-{moment[11:13]}{moment[14:16]}"
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return tuple(found)


def until(text: str, day: str) -> str:
    """The end of the minute that somebody means by `10:14` of a day, or by `2026-11-23 10:14`. Raises UsageError."""
    match = _MOMENT.fullmatch(text)
    if match is None or int(match[2]) > 23 or int(match[3]) > 59:
        raise UsageError(f"{text[:40]!r} is no moment. Write 10:14, or 2026-11-23 10:14, in UTC.")
    return f"{match[1] or day}T{int(match[2]):02}:{match[3]}:59Z"


def checked_day(text: str) -> str:
    """A day as it was typed, or empty. Raises UsageError."""
    if text and not _DAY.fullmatch(text):
        raise UsageError(f"{text[:40]!r} is no day. Write it as 2026-11-23.")
    return text
