"""Edits of one entry in a top-level mapping of a YAML text, as whole lines: every other line keeps its bytes.

A YAML file of somebody else is never serialised again: that would lose its comments and quotes. Each edit is checked
against what the text says when it is parsed. A mapping in braces is edited there (`yaml_flow`).
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.model.later import Later

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")


def mapping(text: str, key: str) -> "yaml.MappingNode | None":
    """The mapping of a top-level key, where it stands in braces."""
    top = yaml.compose(text, Loader=yaml.SafeLoader)
    members = top.value if isinstance(top, yaml.MappingNode) else ()
    value = next((value for name, value in members if name.value == key), None)
    return value if isinstance(value, yaml.MappingNode) and value.flow_style else None


def put_flow(text: str, node: "yaml.MappingNode", name: str, entry: str) -> str:
    """The text with an entry where it stands, or behind the last one."""
    present = next((value for key, value in node.value if key.value == name), None)
    if present is not None:
        return text[: present.start_mark.index] + entry + text[present.end_mark.index :]
    at = node.value[-1][1].end_mark.index if node.value else node.start_mark.index + 1
    return text[:at] + ", " * bool(node.value) + f"{name}: {entry}" + text[at:]


def cut_flow(text: str, node: "yaml.MappingNode", name: str) -> str:
    """The text without an entry and the comma that it needed; no change where there is none."""
    places = [(key.start_mark.index, value.end_mark.index) for key, value in node.value]
    index = next((n for n, (key, _) in enumerate(node.value) if key.value == name), None)
    if index is None:
        return text
    start, end = places[index]
    if index:
        start = places[index - 1][1]
    elif len(places) > 1:
        end = places[1][0]
    return text[:start] + text[end:]


INDENT = 2


def get(text: str, path: Sequence[str]) -> object:
    """The value at a path of keys, None when there is none. Raises ValueError for text that isn't YAML."""
    value: object = _load(text)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def parse(text: str) -> object:
    """The value that a text says. Raises ValueError."""
    return _load(text)


def put(text: str, path: Sequence[str], value: Mapping[str, object]) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Set the entry at (mapping, name); a missing mapping is made at the end.

    Returns the new text and the made paths, outermost first. Raises ValueError where the mapping isn't one line of its
    own with its entries below it, nor stands in braces.
    """
    key, name = path
    expected = dict(_mapping(_load(text)))
    there = _mapping(expected.get(key))
    expected[key] = {**there, name: dict(value)}
    braces = mapping(text, key)
    if braces is not None:
        after = put_flow(text, braces, name, _scalar(value))
        return _checked(after, expected, key), () if name in there else ((key, name),)
    lines = text.split("\n")
    made: list[tuple[str, ...]] = []
    top = _line_of(text, lines, key)
    if top is None:
        top = _mapping_end(lines)
        lines[top:top] = [f"{key}:"]
        made.append((key,))
    indent = _indent(lines, top)
    present = _entry(lines, top, name, indent)
    if present is None:
        made.append((key, name))
        present = (top + 1, top + 1)
    blanks = " " * indent
    entry = [f"{blanks}{name}:", *(f"{blanks}  {field}: {_scalar(item)}" for field, item in value.items())]
    lines[present[0] : present[1]] = entry
    return _checked("\n".join(lines), expected, key), tuple(made)


def cut(text: str, path: Sequence[str], *, only_if_empty: bool = False) -> str:
    """Remove the entry at (mapping, name), or a mapping; no change when it isn't there."""
    expected = dict(_mapping(_load(text)))
    if path[0] not in expected or (only_if_empty and get(text, path)):
        return text
    braces = mapping(text, path[0]) if len(path) > 1 else None
    rest = {name: entry for name, entry in _mapping(expected.pop(path[0])).items() if name not in path[1:]}
    if len(path) > 1:
        expected[path[0]] = rest
    if braces is not None:
        return _checked(cut_flow(text, braces, path[1]), expected, path[0])
    lines = text.split("\n")
    top = _line_of(text, lines, path[0])
    place = None if top is None else (top, top + 1)
    if top is not None and len(path) > 1:
        place = _entry(lines, top, path[1], _indent(lines, top))
    if place is None:
        return text
    del lines[place[0] : place[1]]
    return _checked("\n".join(lines), expected, path[0])


def _load(text: str) -> object:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error).splitlines()[0]) from error


def _mapping(value: object) -> Mapping[str, object]:
    """A value that is a mapping, an empty one for None. Raises ValueError for any other."""
    if value is not None and not isinstance(value, dict):
        raise ValueError("no mapping")
    return value or {}


def _checked(text: str, expected: Mapping[str, object], key: str) -> str:
    """The text, if it says what is expected. Raises ValueError where it doesn't."""
    said = _mapping(_load(text))
    if {**said, key: said.get(key) or None} != {**expected, key: expected.get(key) or None}:
        raise ValueError(f"the lines of {key} can't be told apart from the rest")
    return text


def _mapping_end(lines: list[str]) -> int:
    """Where a mapping's last line ends: before the mark that ends the text, if there is one."""
    end = len(lines) - (lines[-1] == "")
    return next((n for n, line in enumerate(lines) if re.fullmatch(r"\.\.\.\s*", line)), end)


def _line_of(text: str, lines: list[str], key: str) -> int | None:
    """The number of the line of a top-level key; None where there is none. Raises ValueError for another form."""
    head = re.compile(rf"\ufeff?[\"']?{key}[\"']?\s*:\s*(\{{\s*\}}\s*)?(#.*)?")
    top = next((n for n, line in enumerate(lines) if head.fullmatch(line)), None)
    if top is None and key in _mapping(_load(text)):
        raise ValueError(f"{key} isn't a line of its own with its entries below it")
    return top


def _below(lines: list[str], top: int) -> range:
    """The lines of a mapping's entries."""
    end = next((n for n in range(top + 1, len(lines)) if re.match(r"[^\s#]", lines[n])), len(lines))
    return range(top + 1, end)


def _indent(lines: list[str], top: int) -> int:
    """The indent of a mapping's entries."""
    entries = (lines[n] for n in _below(lines, top) if re.match(r"\s*[^\s#]", lines[n]))
    return next((len(line) - len(line.lstrip(" ")) for line in entries), INDENT)


def _entry(lines: list[str], top: int, name: str, indent: int) -> tuple[int, int] | None:
    """The first and the following line of an entry."""
    below = _below(lines, top)
    head = re.compile(rf" {{{indent}}}[\"']?{re.escape(name)}[\"']?:\s*")
    start = next((n for n in below if head.fullmatch(lines[n])), None)
    if start is None:
        return None
    deeper = re.compile(rf" {{{indent + 1},}}\S|\s*- ")
    return start, next((n for n in range(start + 1, len(lines)) if not deeper.match(lines[n])), len(lines))


def _scalar(value: object) -> str:
    """JSON in one line is YAML."""
    return json.dumps(value, ensure_ascii=False)
