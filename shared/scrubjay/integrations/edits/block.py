"""Marked blocks in other people's text files, inserted and removed byte for byte."""

import re

START = b"# >>> scrubjay"
END = b"# <<< scrubjay <<<"

Place = tuple[int, int]


def find_all(text: bytes) -> tuple[Place, ...]:
    """Positions of whole blocks: from the first byte of the first line to the last byte of the last one.

    A block whose end is missing, or lies after the start of the next one, is ignored.
    """
    starts = _lines(text, START)
    positions = []
    for start, following in zip(starts, [*starts[1:], len(text)], strict=False):
        end = text.find(b"\n" + END, start, following)
        if end >= 0:
            positions.append((start, end + 1 + len(END)))
    return tuple(positions)


def damaged(text: bytes) -> bool:
    """Whether a text has the start of a block and not its end."""
    return len(_lines(text, START)) > len(find_all(text))


def find(text: bytes) -> Place | None:
    """The position of the first block."""
    return next(iter(find_all(text)), None)


def insert(text: bytes, block: bytes, position: int) -> bytes:
    """Insert a block at `position`, which is where a line begins, or the end of the text. `block` has no last newline.

    A text that doesn't end with a newline gets one before the block and none after it, so that `cut` can tell.
    """
    if position == len(text) and text and not text.endswith(b"\n"):
        return text + b"\n" + block
    return text[:position] + block + b"\n" + text[position:]


def put(text: bytes, block: bytes, place: Place) -> bytes:
    """Replace the block at a position."""
    return text[: place[0]] + block + text[place[1] :]


def cut(text: bytes, place: Place) -> bytes:
    """The text without the block at a position: the inverse of `insert`, whatever was inserted or cut meanwhile."""
    start, end = place
    if end < len(text):
        return text[:start] + text[end + (2 if text.startswith(b"\r\n", end) else 1) :]
    return text[: max(start - (2 if text.endswith(b"\r\n", 0, start) else 1), 0)]


def replace(text: bytes, block: bytes) -> bytes:
    """Replace the first block."""
    place = find(text)
    return text if place is None else put(text, block, place)


def remove(text: bytes) -> bytes:
    """The text without its first block."""
    place = find(text)
    return text if place is None else cut(text, place)


def _lines(text: bytes, beginning: bytes) -> list[int]:
    """Positions of lines with a prefix."""
    return [match.start() for match in re.finditer(rb"(?m)^" + re.escape(beginning), text)]
