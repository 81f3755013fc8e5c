"""Where does a field of what git prints end? At NUL, which no name, path or message can hold, and nowhere else.

The law of this package: what git prints is cut at NUL into records with a fixed number of fields, or an object is read
by itself, by the size that git says first. No other byte ends anything. Ids alone may stand on lines of their own.
"""

from collections.abc import Iterable, Iterator

LONGEST = 1_000_000
"""Bytes of one field that are kept; the rest of a longer one is dropped while it is read."""


def fields(pieces: Iterable[bytes], longest: int = LONGEST) -> Iterator[bytes]:
    """The fields of a stream. What no NUL ends isn't one: git was stopped within it."""
    held = b""
    for piece in pieces:
        first, *more = piece.split(b"\0")
        if len(held) < longest:
            held = (held + first)[:longest] if held else first[:longest]
        if more:
            yield held
            held = more.pop()[:longest]
            yield from more


def records(found: Iterable[bytes], count: int) -> Iterator[tuple[bytes, ...]]:
    """Every `count` fields together; the rest, if git was stopped within a record, is left out."""
    return zip(*[iter(found)] * count, strict=False)


def changes(found: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """What `--raw -z` says among other fields: ("", that field), or (what is said of a path, the path).

    What is said of a path begins with a colon, which no id and no header does, and counts the paths behind it: a copy
    or a rename has two, of which the new one is told. A path is never looked at to find out what it is.
    """
    reading = iter(found)
    for one in reading:
        said = one.lstrip(b"\n")  # git log puts a line end between its header and the first path
        if said[:1] != b":":
            yield b"", one
            continue
        path = next(reading, None)
        if said[said.rfind(b" ") + 1 :][:1] in (b"R", b"C"):
            path = next(reading, None)
        if path is not None:
            yield said, path
