"""Edits of JSON that keep every byte around them.

A JSON file of somebody else is never parsed and serialised again: that would change numbers, escapes and whitespace.
"""

import json
from collections.abc import Callable, Sequence

from scrubjay.integrations.edits.jsonc import BOM, Jsonc
from scrubjay.model.frozen import dataclass

INDENT = 2
BLANK = " \t\r\n"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Container:
    """An object or a list: where it opens, where it closes, its entries, and how deep they stand."""

    opening: int
    closing: int
    entries: tuple[Span, ...]
    depth: int


def add_last(source: Jsonc, inside: Container, entry: str) -> str:
    """The text with an entry after the last one, written as that one is; a comment behind that one stays with it."""
    text = source.text
    if not inside.entries:
        end = inside.closing
        return text[:end] + _inner_indent(inside.depth) + entry + _outer_indent(inside.depth) + text[end:]
    start, end = inside.entries[-1]
    gap = text[_whitespace_start(text, start) : start]
    at = end + len(text[end : inside.closing].rstrip(BLANK))
    if "\n" not in gap and source.bare[end:at] != text[end:at]:
        gap = _inner_indent(inside.depth)
    if "," in source.bare[end:at]:
        return text[:at] + gap + entry + "," + text[at:]
    return text[:end] + "," + text[end:at] + gap + entry + text[at:]


def without(source: Jsonc, inside: Container, index: int) -> str:
    """The text without one entry and the comma that it needed; comments stay."""
    taken = _without_entry(source, inside, index)
    if source.bare != source.text:
        try:
            Jsonc.of(taken)
        except ValueError:  # a line comment would reach into what follows: the entry's whitespace has to stay
            return _blanked(source, inside, index)
    return taken


def _without_entry(source: Jsonc, inside: Container, index: int) -> str:
    """The text without one entry and the comma that it needed, before the result is checked."""
    text, (start, end) = source.text, inside.entries[index]
    if len(inside.entries) == 1:
        return _emptied(source, inside)
    if index == len(inside.entries) - 1:
        comma = source.bare.find(",", end, inside.closing)
        if comma >= 0:
            return text[: _whitespace_start(text, start)] + text[end:comma] + text[comma + 1 :]
        comma = source.bare.index(",", inside.entries[index - 1][1])
        return text[:comma] + text[comma + 1 : max(_whitespace_start(text, start), comma + 1)] + text[end:]
    following = inside.entries[index + 1][0]
    if not index and source.bare[end:following] == text[end:following]:
        return text[:start] + text[following:]
    previous = inside.entries[index - 1][1] if index else start
    if index and source.bare[previous:start] == text[previous:start]:
        return text[:previous] + text[end:]
    comma = source.bare.index(",", end)
    rest = text[comma + 1 :]
    return text[:start] + text[end:comma] + rest.lstrip(BLANK)


def _blanked(source: Jsonc, inside: Container, index: int) -> str:
    """The text without an entry and one comma beside it, and nothing else."""
    text, (start, end) = source.text, inside.entries[index]
    comma = source.bare.find(",", end, inside.closing)
    if comma >= 0:
        return text[:start] + text[end:comma] + text[comma + 1 :]
    comma = source.bare.rfind(",", inside.opening, start)
    return text[:start] + text[end:] if comma < 0 else text[:comma] + text[comma + 1 : start] + text[end:]


def _emptied(source: Jsonc, inside: Container) -> str:
    """The container without its only entry; the whitespace from before `add_last` stays."""
    text, (start, end) = source.text, inside.entries[0]
    before, after = text[inside.opening + 1 : start], text[end : inside.closing]
    comma = source.bare.find(",", end, inside.closing)
    if comma >= 0:
        after = text[end:comma] + text[comma + 1 : inside.closing]
    rest = before.removesuffix(_inner_indent(inside.depth))
    if before.strip(BLANK) or after.strip(BLANK):
        rest += after.removesuffix(_outer_indent(inside.depth))
    elif rest == before:
        rest = ""
    return text[: inside.opening + 1] + rest + text[inside.closing :]


def _inner_indent(depth: int) -> str:
    """The line break and indent before a container's entry."""
    return "\n" + " " * INDENT * depth


def _outer_indent(depth: int) -> str:
    """The line break and indent before a container's closing bracket."""
    return "\n" + " " * INDENT * (depth - 1)


def _whitespace_start(text: str, position: int) -> int:
    """Where the whitespace before a position begins."""
    return len(text[:position].rstrip(BLANK))


NULL = "(null)"
"""The last key of a made path whose object or list took the place of null."""

_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an object: its key, the position of the key, start and end of the value."""

    key: str
    start: int
    value: int
    end: int


def without_comments(text: str) -> str:
    """The text as it is, if it is strict JSON, a BOM aside: for clients that read no other. Raises ValueError."""
    json.loads(text.removeprefix(BOM))
    return text


def get(text: str, path: Sequence[str]) -> object:
    """The value at a path of keys, None when there is none. Raises ValueError for text that isn't JSON."""
    value = Jsonc.of(text).value()
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def parse(text: str) -> object:
    """The value that a text says. Raises ValueError."""
    return Jsonc.of(text).value()


def put(text: str, path: Sequence[str], value: object) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Set the value at a path; missing objects on the way are created, also where null stands.

    Returns the new text and the created paths, outermost first. Raises ValueError when the text isn't a JSON object, or
    something on the way isn't one.
    """
    source = Jsonc.of(text)
    position, depth = _skip_whitespace(source.plain, 0), 0
    for depth, key in enumerate(path):
        members = _members(source.plain, position)
        member = next((m for m in members if m.key == key), None)
        made = tuple(tuple(path[: depth + 1 + n]) for n in range(len(path) - depth))
        if member is None:
            entry = f"{json.dumps(key, ensure_ascii=False)}: {_dump(_nested(path[depth + 1 :], value), depth + 1)}"
            return add_last(source, _object_container(source.plain, position, members, depth + 1), entry), made
        position = member.value
        if depth < len(path) - 1 and source.plain.startswith("null", position):
            entry = _dump(_nested(path[depth + 1 :], value), depth + 1)
            return text[:position] + entry + text[member.end :], ((*made[0], NULL), *made[1:])
    end = _value_end(source.plain, position)
    return text[:position] + _dump(value, depth + 1) + text[end:], ()


def cut(text: str, path: Sequence[str], *, only_if_empty: bool = False) -> str:
    """Remove a member with its comma; no change when it isn't there. What holds a comment isn't empty."""
    source = Jsonc.of(text)
    plain, position = source.plain, _skip_whitespace(source.plain, 0)
    for key in path[:-1]:
        member = next((m for m in _members(plain, position) if m.key == key), None)
        if member is None:
            return text
        position = member.value
    members = _members(plain, position)
    index = next((n for n, m in enumerate(members) if m.key == path[-1]), None)
    if index is None:
        return text
    value = text[members[index].value : members[index].end]
    if only_if_empty and "".join(value.split()) not in ("{}", "[]"):
        return text
    return without(source, _object_container(plain, position, members, len(path)), index)


def append(text: str, path: Sequence[str], item: object) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Append an item to the list at a path; a missing list and objects on the way are created.

    Returns the new text and the created paths, outermost first. Raises ValueError when the text isn't a JSON object, or
    the value at the path is no list.
    """
    present = get(text, path)
    if present is None:
        text, made = put(text, path, [item])
        return text, made or ((*path, NULL),)
    if not isinstance(present, list):
        raise ValueError(f"{'.'.join(path)} is no list")
    source = Jsonc.of(text)
    return add_last(source, _list(source.plain, path), _dump(item, len(path) + 1)), ()


def drop(text: str, path: Sequence[str], unwanted: Callable[[object], bool]) -> str:
    """Remove unwanted items from the list at a path, with their commas; no change where there is no list."""
    if not isinstance(get(text, path), list):
        return text
    while True:
        source = Jsonc.of(text)
        inside = _list(source.plain, path)
        items = (json.loads(source.plain[start:end]) for start, end in inside.entries)
        index = next((n for n, item in enumerate(items) if unwanted(item)), None)
        if index is None:
            return text
        text = without(source, inside, index)


def replace(text: str, path: Sequence[str], chosen: Callable[[object], bool], item: object) -> str:
    """Replace the chosen items of the list at a path where they stand; those that are equal already keep every byte."""
    source = Jsonc.of(text)
    for start, end in reversed(_list(source.plain, path).entries):
        present = json.loads(source.plain[start:end])
        if chosen(present) and present != item:
            text = text[:start] + _dump(item, len(path) + 1) + text[end:]
    return text


def _object_container(plain: str, position: int, members: Sequence[_Member], depth: int) -> Container:
    return Container(position, _value_end(plain, position) - 1, tuple((m.start, m.end) for m in members), depth)


def _list(plain: str, path: Sequence[str]) -> Container:
    """The list at a path."""
    position = _skip_whitespace(plain, 0)
    for key in path:
        position = next(m for m in _members(plain, position) if m.key == key).value
    return Container(position, _value_end(plain, position) - 1, tuple(_items(plain, position)), len(path) + 1)


def _items(plain: str, position: int) -> list[tuple[int, int]]:
    """Start and end positions of a list's items."""
    items: list[tuple[int, int]] = []
    position = _skip_whitespace(plain, position + 1)
    while plain[position] != "]":
        end = _value_end(plain, position)
        items.append((position, end))
        position = _skip_whitespace(plain, end)
        if plain[position] == ",":
            position = _skip_whitespace(plain, position + 1)
    return items


def _nested(path: Sequence[str], value: object) -> object:
    """A value within objects, one for each key of a path."""
    for key in reversed(path):
        value = {key: value}
    return value


def _dump(value: object, depth: int) -> str:
    return json.dumps(value, indent=INDENT, ensure_ascii=False).replace("\n", "\n" + " " * INDENT * depth)


def _members(plain: str, position: int) -> list[_Member]:
    if plain[position : position + 1] != "{":
        raise ValueError(f"expected an object at character {position}")
    members: list[_Member] = []
    position = _skip_whitespace(plain, position + 1)
    while plain[position] != "}":
        start = position
        key, position = _DECODER.raw_decode(plain, position)
        value = _skip_whitespace(plain, _skip_whitespace(plain, position) + 1)
        end = _value_end(plain, value)
        members.append(_Member(key, start, value, end))
        position = _skip_whitespace(plain, end)
        if plain[position] == ",":
            position = _skip_whitespace(plain, position + 1)
    return members


def _value_end(plain: str, position: int) -> int:
    return _DECODER.raw_decode(plain, position)[1]


def _skip_whitespace(plain: str, position: int) -> int:
    """The position of what follows the whitespace at a position."""
    while position < len(plain) and plain[position] in BLANK:
        position += 1
    return position
