"""Numbers of decision records: the next one, in the width that the repository keeps. Pure."""

import re
from collections.abc import Iterable

_NUMBERED = re.compile(r"(?P<prefix>[A-Za-z]{0,6}[-_ ]?)(?P<number>\d{1,6})(?P<separator>[-_. ]+)(?P<words>[^\W_].*)")
_DATED = re.compile(r"(?P<day>\d{8}|\d{4}-\d{2}-\d{2})[-_](?P<words>[^\W\d].*)")


def parts_of(name: str) -> tuple[str, str, str, str] | None:
    """Prefix, number as written, separator and rest of a record's file name; None where it has no number."""
    match = None if _DATED.match(name) else _NUMBERED.match(name)
    return (match["prefix"], match["number"], match["separator"], match["words"]) if match else None


def is_dated(name: str) -> bool:
    """Whether a record's name begins with a day instead of a number."""
    return bool(_DATED.match(name))


def next_number(names: Iterable[str]) -> int:
    """One more than the highest number among file names; 1 where there is none. Gaps are never filled."""
    numbers = [int(parts[1]) for name in names if (parts := parts_of(name)) is not None]
    return max(numbers, default=0) + 1


def same_number(names: Iterable[str], number: str) -> tuple[str, ...]:
    """The names that have a number, whatever its width, in order."""
    value = int(number)
    return tuple(sorted(n for n in names if (parts := parts_of(n)) is not None and int(parts[1]) == value))


def padded(number: int, like: str) -> str:
    """A number in the width of another, as written: zeros in front where that has any or is as long."""
    return str(number).zfill(len(like)) if like.startswith("0") or len(like) > 2 else str(number)
