"""Paths and fields as git prints them: framed by NUL, printable whatever the bytes.

The rule of this package: output is split at NUL into records with a fixed number of fields, or an object is read by
the size that git announces. No other byte is a separator. Only a list of ids may be split at line ends.
"""

import re
from collections.abc import Iterable, Iterator

from scrubjay.model.pattern import pattern
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.shown_names import MARK, shown

_UNSHOWN = pattern("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def printable(path: bytes) -> str:
    """A path or name as text that can be stored and shown anywhere: odd characters escaped, secrets masked."""
    return shown(escaped(path))


def escaped(path: bytes) -> str:
    """A path as text with odd characters escaped, but secrets kept, so that its file can be found.

    A byte that isn't UTF-8 becomes `\\xNN`, and so does a character that could break a line, drive a terminal or
    reverse the text's direction. Such a path can't be requested by name.
    """
    text = path.decode("utf-8", "backslashreplace")
    return text if text.isascii() and text.isprintable() else _UNSHOWN.sub(_escaped_character, text)


def as_printed(path: str) -> str:
    """An escaped path as answers print it: without invisible characters and secrets."""
    return visible(shown(path))


def may_be_printed(path: str) -> bool:
    """Whether a name has escapes or masks, so that the real path may differ from it."""
    return "\\" in path or MARK in path


def _escaped_character(match: re.Match[str]) -> str:
    """A matched character as an escape, such as \\x1b."""
    number = ord(match.group())
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"


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
