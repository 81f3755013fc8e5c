"""Edits of single members in a JSON text that keep every other byte.

A JSON file of somebody else is never parsed and serialised again: that would change numbers, escapes and whitespace.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_BLANK = " \t\r\n"
_DECODER = json.JSONDecoder()

INDENT = 2


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an object: its key, the position of the key, start and end of the value."""

    key: str
    start: int
    value: int
    end: int


def get(text: str, path: Sequence[str]) -> object:
    """The value at a path of keys, None when there is none. Raises ValueError for text that isn't JSON."""
    value: object = json.loads(text)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def put(text: str, path: Sequence[str], value: object) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Set the value at a path; missing objects on the way are created.

    Returns the new text and the created paths, outermost first. Raises ValueError when the text isn't a JSON object, or
    something on the way isn't one.
    """
    json.loads(text)
    position, depth = _skip(text, 0), 0
    for depth, key in enumerate(path):
        members = _members(text, position)
        member = next((m for m in members if m.key == key), None)
        if member is None:
            made = tuple(tuple(path[: depth + 1 + n]) for n in range(len(path) - depth))
            return _add(text, position, members, depth + 1, key, _nested(path[depth + 1 :], value)), made
        position = member.value
    end = _end(text, position)
    return text[:position] + _dump(value, depth + 1) + text[end:], ()


def cut(text: str, path: Sequence[str], *, only_if_empty: bool = False) -> str:
    """Remove a member with its comma; no change when it isn't there."""
    json.loads(text)
    position = _skip(text, 0)
    for key in path[:-1]:
        member = next((m for m in _members(text, position) if m.key == key), None)
        if member is None:
            return text
        position = member.value
    members = _members(text, position)
    index = next((n for n, m in enumerate(members) if m.key == path[-1]), None)
    if index is None or (only_if_empty and json.loads(text[members[index].value : members[index].end]) not in ({}, [])):
        return text
    if len(members) == 1:
        return _empty(text, position, members[0].start, len(path))
    if index:
        return text[: members[index - 1].end] + text[members[index].end :]
    return text[: members[0].start] + text[members[1].start :]


def append(text: str, path: Sequence[str], item: object) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Append an item to the list at a path; a missing list and objects on the way are created.

    Returns the new text and the created paths, outermost first. Raises ValueError when the text isn't a JSON object, or
    the value at the path is no list.
    """
    present = get(text, path)
    if present is None:
        return put(text, path, [item])
    if not isinstance(present, list):
        raise ValueError(f"{'.'.join(path)} is no list")
    position = _value(text, path)
    items = _items(text, position)
    entry = _dump(item, len(path) + 1)
    if items:
        start, end = items[-1]
        gap = text[len(text[:start].rstrip(_BLANK)) : start]
        return text[:end] + "," + gap + entry + text[end:], ()
    return _fill(text, position, len(path) + 1, entry), ()


def drop(text: str, path: Sequence[str], unwanted: Callable[[object], bool]) -> str:
    """Remove unwanted items from the list at a path, with their commas; no change where there is no list."""
    if not isinstance(get(text, path), list):
        return text
    while True:
        position = _value(text, path)
        items = _items(text, position)
        index = next((n for n, (start, end) in enumerate(items) if unwanted(json.loads(text[start:end]))), None)
        if index is None:
            return text
        if len(items) == 1:
            text = _empty(text, position, items[0][0], len(path) + 1)
        elif index:
            text = text[: items[index - 1][1]] + text[items[index][1] :]
        else:
            text = text[: items[0][0]] + text[items[1][0] :]


def replace(text: str, path: Sequence[str], chosen: Callable[[object], bool], item: object) -> str:
    """Replace the chosen items of the list at a path where they stand; those that are equal already keep every byte."""
    count = len(_items(text, _value(text, path)))
    for index in range(count):
        start, end = _items(text, _value(text, path))[index]
        present = json.loads(text[start:end])
        if chosen(present) and present != item:
            text = text[:start] + _dump(item, len(path) + 1) + text[end:]
    return text


def _value(text: str, path: Sequence[str]) -> int:
    """The position of the value at a path."""
    position = _skip(text, 0)
    for key in path:
        position = next(m for m in _members(text, position) if m.key == key).value
    return position


def _items(text: str, position: int) -> list[tuple[int, int]]:
    """Start and end positions of a list's items."""
    items: list[tuple[int, int]] = []
    position = _skip(text, position + 1)
    while text[position] != "]":
        end = _end(text, position)
        items.append((position, end))
        position = _skip(text, end)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return items


def _add(text: str, position: int, members: list[_Member], depth: int, key: str, value: object) -> str:
    entry = f"{json.dumps(key, ensure_ascii=False)}: {_dump(value, depth)}"
    if members:
        last = members[-1]
        gap = text[len(text[: last.start].rstrip(_BLANK)) : last.start]
        return text[: last.end] + "," + gap + entry + text[last.end :]
    return _fill(text, position, depth, entry)


def _fill(text: str, position: int, depth: int, entry: str) -> str:
    """Insert the first entry into an empty object or list; existing whitespace stays before it."""
    inner, outer = "\n" + " " * INDENT * depth, "\n" + " " * INDENT * (depth - 1)
    end = _end(text, position) - 1
    return text[:end] + inner + entry + outer + text[end:]


def _empty(text: str, position: int, start: int, depth: int) -> str:
    """Remove the only entry; the whitespace from before `_fill` stays."""
    blanks = text[position + 1 : start].removesuffix("\n" + " " * INDENT * depth)
    return (
        text[: position + 1] + (blanks if len(blanks) < start - position - 1 else "") + text[_end(text, position) - 1 :]
    )


def _nested(path: Sequence[str], value: object) -> object:
    for key in reversed(path):
        value = {key: value}
    return value


def _dump(value: object, depth: int) -> str:
    return json.dumps(value, indent=INDENT, ensure_ascii=False).replace("\n", "\n" + " " * INDENT * depth)


def _members(text: str, position: int) -> list[_Member]:
    if text[position : position + 1] != "{":
        raise ValueError(f"expected an object at character {position}")
    members: list[_Member] = []
    position = _skip(text, position + 1)
    while text[position] != "}":
        start = position
        key, position = _DECODER.raw_decode(text, position)
        value = _skip(text, _skip(text, position) + 1)
        end = _end(text, value)
        members.append(_Member(key, start, value, end))
        position = _skip(text, end)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return members


def _end(text: str, position: int) -> int:
    return _DECODER.raw_decode(text, position)[1]


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANK:
        position += 1
    return position
