"""Framing of git's output: fields end at NUL, which no name, path or message can contain, and at nothing else.

The rule of this package: output is split at NUL into records with a fixed number of fields, or an object is read by
the size that git announces. No other byte is a separator. Only a list of ids may be split at line ends.
"""

from collections.abc import Iterable, Iterator

LONGEST = 1_000_000
"""Bytes of one field that are kept; the rest of a longer field is dropped while it is read."""


def fields(pieces: Iterable[bytes], longest: int = LONGEST) -> Iterator[bytes]:
    """The fields of a stream. A tail without a NUL is dropped: git was stopped within it."""
    tail = b""
    for piece in pieces:
        first, *more = piece.split(b"\0")
        if len(tail) < longest:
            tail = (tail + first)[:longest] if tail else first[:longest]
        if more:
            yield tail
            tail = more.pop()[:longest]
            yield from more


def records(stream: Iterable[bytes], count: int) -> Iterator[tuple[bytes, ...]]:
    """Groups of `count` fields; an incomplete last group is dropped."""
    return zip(*[iter(stream)] * count, strict=False)


def changes(stream: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Split fields that mix headers with `--raw -z` changes: yields ("", header) or (change, path).

    A change begins with a colon, which no id and no header does, and tells how many paths follow: a copy or a rename
    has two, of which the new one is returned. A path is never parsed to find out what it is.
    """
    reading = iter(stream)
    for part in reading:
        change = part.lstrip(b"\n")  # git log puts a line end between its header and the first path
        if change[:1] != b":":
            yield b"", part
            continue
        path = next(reading, None)
        if change[change.rfind(b" ") + 1 :][:1] in (b"R", b"C"):
            path = next(reading, None)
        if path is not None:
            yield change, path
