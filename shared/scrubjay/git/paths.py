"""Paths of git: printable whatever their bytes."""

import re

from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.shown_names import MARK, shown

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def printable(path: bytes) -> str:
    """A path, or another name, as text that can be stored and displayed anywhere: escaped, and a secret masked."""
    return shown(escaped(path))


def escaped(path: bytes) -> str:
    """A path as text by which it can still be found, of a file that may turn out to hold a secret in its name.

    A byte that isn't UTF-8 becomes `\\xNN`, and so does a character that could break a line, drive a terminal or
    reverse the text's direction. Such a path can't be requested by name.
    """
    text = path.decode("utf-8", "backslashreplace")
    return text if text.isascii() and text.isprintable() else _UNSHOWN.sub(_escaped, text)


def as_printed(path: str) -> str:
    """An escaped path as answers print it: without any invisible character, and without a secret."""
    return visible(shown(path))


def may_be_printed(path: str) -> bool:
    """Whether a name may be one that differs from the path for which it was printed."""
    return "\\" in path or MARK in path


def _escaped(match: re.Match[str]) -> str:
    number = ord(match.group())
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"
