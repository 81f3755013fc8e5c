"""How is a path of git written as text? So that it can be stored and shown anywhere, whatever bytes it holds."""

import re

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def printable(path: bytes) -> str:
    """A path as text that can be stored and shown anywhere.

    A byte that isn't UTF-8 reads `\\xNN`, and so does a character that could break a line, drive a terminal or
    turn the reading order around. A path of which that is true can't be asked for by name.
    """
    text = path.decode("utf-8", "backslashreplace")
    return text if text.isascii() and text.isprintable() else _UNSHOWN.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    number = ord(found.group())
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"
