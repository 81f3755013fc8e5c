"""Fields of a forge's JSON, each with the type that it must have; pure."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

Json = Mapping[str, Any]

MOST_TEXT: Final = 1_000_000
"""Characters of one text: the rest is never kept."""

MOST_LIST: Final = 3_000
LARGEST: Final = 2**53

EARLIEST: Final = 1970
"""An earlier year is no time of a discussion: servers write the year 1 for none."""


class NotUnderstood(ValueError):
    """An item lacks what each must have."""


def text(item: Json, name: str, most: int = 1_000) -> str:
    """A text, empty where it is null or anything else; half of a surrogate pair becomes a question mark."""
    value = item.get(name)
    return value[:most].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def body(item: Json, name: str = "body") -> str:
    """A long text."""
    return text(item, name, MOST_TEXT)


def number(item: Json, name: str) -> int:
    """A number; 0 where it is null or anything else."""
    value = item.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST else 0


def needed(item: Json, name: str) -> int:
    """A number above 0. Raises NotUnderstood."""
    found = number(item, name)
    if not found:
        raise NotUnderstood(name)
    return found


def inner(item: Json, name: str) -> Json:
    """An object, empty where it is null or anything else."""
    value = item.get(name)
    return value if isinstance(value, dict) else {}


def items(value: Any) -> tuple[Json, ...]:
    """The objects of a list."""
    return tuple(one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def time(item: Json, name: str) -> str:
    """A time as ISO 8601 in UTC; empty where there is none."""
    return _utc(text(item, name, 40))


def when(item: Json, *names: str) -> str:
    """The first of some times. Raises NotUnderstood where there is none."""
    found = next((found for name in names if (found := time(item, name))), "")
    if not found:
        raise NotUnderstood(names[0])
    return found


def last_number(address: str) -> int:
    """The number at the end of an address, such as that of a comment's issue. Raises NotUnderstood."""
    digits = address.rpartition("/")[2]
    if not (digits.isascii() and digits.isdigit() and len(digits) < 12 and int(digits)):
        raise NotUnderstood("number")
    return int(digits)


def _utc(value: str) -> str:
    try:
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return aware.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if aware.year > EARLIEST else ""
    except (ValueError, OverflowError):
        return ""
