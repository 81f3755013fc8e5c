"""What is kept of a text that a session is told, and what stays of it once a memory is forgotten. Pure."""

import re
from collections.abc import Collection

MAX_TEXT = 20_000
"""Characters of a text that are kept."""

FORGOTTEN = "(forgotten)"
"""Stands where a line was."""

_ID = re.compile(r"(?<![0-9a-f])[0-9a-f]{8}(?=[0-9a-f]{0,56}(?![0-9a-f]))")
"""The beginning of an id, however long it is written."""

_RANDOM = re.compile(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}")
"""A word of a path that may be a secret: nobody has time for a full scan."""

_PATHS = ("scrubjay · ", "In conflict: ", "Uncommitted: ", "Files touched: ")
"""How lines begin that name paths and branches as git has them."""

_WINDOW = 12
_STEP = 8
"""A line goes that shares 19 characters with what was forgotten: every such run holds a window."""


def hidden_paths(text: str) -> str:
    """The text without words of paths that may be secrets."""
    if not _RANDOM.search(text):
        return text
    lines = text.split("\n")
    return "\n".join(_RANDOM.sub("[hidden]", line) if line.startswith(_PATHS) else line for line in lines)


def named_ids(text: str) -> tuple[str, ...]:
    """The first eight digits of everything in a text that may be an id, each once."""
    return tuple(dict.fromkeys(_ID.findall(text)))


def without_forgotten(text: str, forgotten: Collection[tuple[str, str]]) -> str:
    """The text without lines that name a memory, given as (id, content), or hold a part of its words."""
    lines = text.split("\n")
    flat = [_flat(line) for line in lines]
    gone: set[int] = set()
    for id, content in forgotten:
        needles = windows(content)
        for number, line in enumerate(flat):
            if id[:8] in lines[number] or any(needle in line for needle in needles):
                gone.add(number)
    return "\n".join(FORGOTTEN if number in gone else line for number, line in enumerate(lines))


def windows(content: str) -> tuple[str, ...]:
    """Parts of a content by which its words are found again, however they were cut."""
    flat = _flat(content)
    if len(flat) <= _WINDOW:
        return (flat,) if flat else ()
    return tuple(dict.fromkeys(flat[start : start + _WINDOW] for start in range(0, len(flat) - _WINDOW + 1, _STEP)))


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())
