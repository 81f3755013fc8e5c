"""What is kept of a text that a session is told, and what stays of it once a memory is forgotten. Pure."""

from collections.abc import Collection

SentMark = tuple[int, int]
"""How often somebody was quarantined and words were forgotten before a text is gathered."""

MAX_TEXT = 20_000
"""Characters of a text that are kept."""

FORGOTTEN = "(forgotten)"
"""Stands where a line was."""

_HEX = frozenset("0123456789abcdef")
_MARKS = "`'\"“”‘’()[]<>.,;:·…#"

_WINDOW = 12
_STEP = 8
"""A line goes that shares 19 characters with what was forgotten: every such run holds a window."""


def named_ids(text: str) -> tuple[str, ...]:
    """The first eight digits of every word of a text that may be an id, each once."""
    words = (word.strip(_MARKS) for word in text.split() if len(word) >= 8)
    return tuple(dict.fromkeys(word[:8] for word in words if len(word) >= 8 and _HEX.issuperset(word)))


def without_forgotten(text: str, forgotten: Collection[tuple[str, str]]) -> str:
    """The text without lines that name a memory, given as (id, content), or hold a part of its words.

    An empty id stands for words that are no memory's.
    """
    lines = text.split("\n")
    flat = [_flat(line) for line in lines]
    gone: set[int] = set()
    for id, content in forgotten:
        needles = windows(content)
        for number, line in enumerate(flat):
            if (id and id[:8] in lines[number]) or any(needle in line for needle in needles):
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
