"""Lines of JSON from a text that arrives in pieces; a bad line costs no other; pure."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from scrubjay_forges.forges.offline.stream import LISTS, LONGEST, Value

TOO_LONG: Final = f"longer than {LONGEST:,} characters"


class NotRead(str):
    """Why a line isn't read."""

    __slots__ = ()


def lines(pieces: Iterable[str]) -> Iterator[Value]:
    """The value of each line that isn't blank; NotRead where it is too long, None where it is no JSON."""
    for number, line in enumerate(_lines(pieces), 1):
        if line is None:
            yield Value("line", number, NotRead(TOO_LONG))
        elif line.strip():
            yield Value("line", number, parsed(line))


def begins_as_lines(pieces: Iterable[str]) -> bool:
    """Whether a text is one discussion a line: its first line is an object by itself, or isn't and the second is."""
    found = (line for line in _lines(pieces) if line is None or line.strip())
    first = next(found, None)
    if first is None or first.lstrip().startswith("["):
        return False
    value = parsed(first)
    second = parsed(next(found, None) or "") if value is None else None
    return any(isinstance(one, dict) and not _has_lists(one) for one in (value, second))


def parsed(text: str) -> Any:
    """A JSON value, None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _has_lists(value: dict[str, Any]) -> bool:
    return any(isinstance(value.get(name), list) for name in LISTS)


def _lines(pieces: Iterable[str]) -> Iterator[str | None]:
    """The lines of a text, None in place of one that is too long."""
    waiting: list[str] = []
    length = 0
    for piece in pieces:
        first, *more = piece.split("\n")
        for text in (first, *more[:-1]) if more else ():
            yield None if length + len(text) > LONGEST else "".join((*waiting, text))
            waiting, length = [], 0
        rest = more[-1] if more else first
        length += len(rest)
        waiting = [*waiting, rest] if length <= LONGEST else []
    if length:
        yield "".join(waiting) if length <= LONGEST else None
