"""JSON values of a text that arrives in pieces, one discussion at a time, however large the whole is; pure.

`[…]`, several of them one after another, single objects, and an object whose lists hold the discussions.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from scrubjay.model.frozen import dataclass

LONGEST: Final = 64 * 1024 * 1024
"""Characters of one discussion."""

LISTS: Final = frozenset({"issues", "pulls", "items"})
"""The lists of an archive, and of what a search of GitHub's API gives."""

_BLANK: Final = " \t\r\n"
_decode = json.JSONDecoder(strict=False).raw_decode


class BrokenJson(ValueError):
    """A text stops being JSON at `place`, in characters; `long`: one value is longer than what is read."""

    def __init__(self, place: int, *, long: bool = False) -> None:
        super().__init__(place)
        self.place = place
        self.long = long


@dataclass(frozen=True, slots=True)
class Value:
    """A value and where it stands: a list's name and a place in it; place 0 is a field beside the lists."""

    name: str
    place: int
    value: Any


class JsonStream:
    """Reads the values of a JSON text one by one; each is let go once it was read."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = iter(pieces)
        self._text = ""
        self._at = 0
        self._gone = 0

    def values(self) -> Iterator[Value]:
        """Every discussion, and the fields beside lists of them. Raises BrokenJson."""
        place = 0
        if self._peek() not in ("[", "{"):
            raise BrokenJson(0)
        while char := self._peek():
            if char == "[":
                for element in self._elements():
                    for value in element if isinstance(element, list) else (element,):  # pages, as --slurp prints them
                        place += 1
                        yield Value("item", place, value)
                continue
            fields: dict[str, Any] = {}
            listed = False
            for one in self._members():
                listed = listed or (one.name in LISTS and bool(one.place or one.value == []))
                if one.place:
                    yield one
                else:
                    fields[one.name] = one.value
            if listed:
                yield from (Value(name, 0, value) for name, value in fields.items())
            else:
                place += 1
                yield Value("item", place, fields)

    def _members(self) -> Iterator[Value]:
        """The fields of an object; those of a list of discussions one by one."""
        self._require("{")
        if self._take("}"):
            return
        while True:
            name = self._value() if self._peek() == '"' else None
            self._require(":" if name is not None else '"')
            if name in LISTS and self._peek() == "[":
                place = 0
                for place, value in enumerate(self._elements(), 1):
                    yield Value(str(name), place, value)
                if not place:
                    yield Value(str(name), 0, [])
            else:
                yield Value(str(name), 0, self._value())
            if self._take("}"):
                return
            self._require(",")

    def _elements(self) -> Iterator[Any]:
        """The values of a list, one by one. Raises BrokenJson."""
        self._require("[")
        if self._take("]"):
            return
        while True:
            yield self._value()
            if self._take("]"):
                return
            self._require(",")

    def _value(self) -> Any:
        """The next value. Raises BrokenJson."""
        self._peek()
        while True:
            try:
                value, end = _decode(self._text, self._at)
            except (ValueError, RecursionError):
                if len(self._text) - self._at > LONGEST:
                    raise BrokenJson(self._gone + self._at, long=True) from None
                if not self._read_on():
                    raise BrokenJson(self._gone + self._at) from None
                continue
            if end == len(self._text) and self._text[end - 1].isdigit() and self._read_on():
                continue  # the rest of a number may follow
            self._at = end
            return value

    def _peek(self) -> str:
        """The next character that is no blank, not taken; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _BLANK:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._read_on():
                return ""

    def _take(self, char: str) -> bool:
        """Take the next character if it is this one; returns whether it was."""
        if self._peek() != char:
            return False
        self._at += 1
        return True

    def _require(self, char: str) -> None:
        """Take the next character. Raises BrokenJson if it is another one."""
        if not self._take(char):
            raise BrokenJson(self._gone + self._at)

    def _read_on(self) -> bool:
        """Read on, as much again as is held, so that a long value isn't begun anew at each piece; False at the end."""
        kept = self._text[self._at :]
        self._gone += self._at
        found, size = [kept], 0
        for piece in self._pieces:
            found.append(piece)
            size += len(piece)
            if size >= max(1, len(kept)):
                break
        self._text, self._at = "".join(found), 0
        return size > 0


TOO_LONG: Final = f"longer than {LONGEST:,} characters"


class NotRead(str):
    """Why a line isn't read."""

    __slots__ = ()


def lines(pieces: Iterable[str]) -> Iterator[Value]:
    """The JSON value of each line that isn't blank; NotRead if the line is too long, None if it is no JSON."""
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
    """The value of a JSON text; None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _has_lists(value: dict[str, Any]) -> bool:
    """Whether an object has a list of discussions."""
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
