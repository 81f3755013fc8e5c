"""Edits of one entry in a top-level mapping of a YAML text, as whole lines: every other line keeps its bytes.

A YAML file of somebody else is never serialised again: that would lose its comments and quotes. Each edit is checked
against what the text says when it is parsed.
"""

import json
import re
from collections.abc import Mapping, Sequence

import yaml

INDENT = 2


def get(text: str, path: Sequence[str]) -> object:
    """The value at a path of keys, None when there is none. Raises ValueError for text that isn't YAML."""
    value: object = _load(text)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def put(text: str, path: Sequence[str], value: Mapping[str, object]) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Set the entry at (mapping, name); a missing mapping is made at the end.

    Returns the new text and the made paths, outermost first. Raises ValueError where the mapping isn't one line of its
    own with its entries below it.
    """
    key, name = path
    lines = text.split("\n")
    made: list[tuple[str, ...]] = []
    top = _line_of(text, lines, key)
    if top is None:
        top = len(lines) - (lines[-1] == "")
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
    expected = dict(_mapping(_load(text)))
    expected[key] = {**_mapping(expected.get(key)), name: dict(value)}
    return _checked("\n".join(lines), expected), tuple(made)


def cut(text: str, path: Sequence[str], *, only_if_empty: bool = False) -> str:
    """Remove the entry at (mapping, name), or a mapping; no change when it isn't there."""
    lines = text.split("\n")
    top = _line_of(text, lines, path[0])
    if top is None or (only_if_empty and get(text, path)):
        return text
    place: tuple[int, int] | None = (top, top + 1)
    expected = dict(_mapping(_load(text)))
    if len(path) == 1:
        del expected[path[0]]
    else:
        place = _entry(lines, top, path[1], _indent(lines, top))
        rest = {name: entry for name, entry in _mapping(expected[path[0]]).items() if name != path[1]}
        expected[path[0]] = rest or None
    if place is None:
        return text
    del lines[place[0] : place[1]]
    return _checked("\n".join(lines), expected)


def _load(text: str) -> object:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error).splitlines()[0]) from error


def _mapping(value: object) -> Mapping[str, object]:
    if value is not None and not isinstance(value, dict):
        raise ValueError("no mapping")
    return value or {}


def _checked(text: str, expected: Mapping[str, object]) -> str:
    if (_load(text) or {}) != expected:
        raise ValueError("its lines can't be told apart")
    return text


def _line_of(text: str, lines: list[str], key: str) -> int | None:
    top = next((n for n, line in enumerate(lines) if re.fullmatch(rf"\ufeff?{key}:\s*(#.*)?", line)), None)
    if top is None and key in _mapping(_load(text)):
        raise ValueError(f"{key} is written in one line")
    return top


def _below(lines: list[str], top: int) -> range:
    """The lines of a mapping's entries."""
    end = next((n for n in range(top + 1, len(lines)) if re.match(r"[^\s#]", lines[n])), len(lines))
    return range(top + 1, end)


def _indent(lines: list[str], top: int) -> int:
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
