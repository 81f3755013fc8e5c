"""Texts and names that are safe to show: invisible and control characters are escaped, a session's id is no secret.

Such characters drive a terminal, reverse the text or hide. All output of a server or the command line passes `visible`,
or `json_text` where a program reads it.
"""

import json
import math
import re
from typing import Any, Final

from scrubjay.model.pattern import pattern

_PLAIN = pattern(r"[^\s]{0,19}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|s-[0-9a-f]{30}")
"""Ids that are kept unchanged: short ones, UUIDs, and names that `session_name` made."""

SESSION_SHOWN: Final = 8
"""Characters of a session's name that are shown: the same everywhere, so that it is known again."""


def session_name(id: str) -> str:
    """The name of a session id: the id itself, or a digest where it is long and no UUID. Light enough for a hook."""
    if _PLAIN.fullmatch(id):
        return id
    import hashlib  # lazy: OpenSSL costs a hook 3 ms, and clients name their sessions by UUIDs

    return f"s-{hashlib.sha256(id.encode('utf-8', 'surrogatepass')).hexdigest()[:30]}"


_STEERING: Final = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f"  # C0 but tab and newline, DEL, C1
    "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069"  # reverse the direction of writing
    "\\u2060-\\u2064\\ufeff"  # zero width, without a visible sign
    "\\u2028\\u2029"  # line ends that few programs treat as such
    "\\ud800-\\udfff"  # lone surrogates: no text with them can be sent
    "\\U000e0000-\\U000e007f"  # tags: invisible, but a model reads them
)
"""Joiners (ZWJ, ZWNJ) and variation selectors aren't included: scripts and emoji need them."""

_DIVIDED_BY_IT: Final = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff"
"""Thai, Lao, Burmese and Khmer separate words by a zero width space; elsewhere it only hides something."""

FORBIDDEN: Final = pattern(f"[{_STEERING}]|(?<![{_DIVIDED_BY_IT}])\\u200b")
"""Characters that are always escaped in output."""

_HALF: Final = "[\ud800-\udfff]"
"""Compiled where it is used: each start imports this module, and a hook stores no text of others."""


def visible(text: str) -> str:
    r"""A text with invisible and forbidden characters escaped: \x1b, \u202e, \U000e0041. CR LF becomes a line end."""
    if text.isascii() and text.isprintable():
        return text
    return FORBIDDEN.sub(_escaped_letter, text.replace("\r\n", "\n"))


def storable(text: str) -> str:
    """A text for storage: unchanged, except for what no database or protocol accepts, and with one kind of line end.

    NUL is escaped and a lone surrogate replaced. Control and invisible characters stay, and are escaped for display.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\\x00")
    return text if text.isascii() else re.sub(_HALF, "\ufffd", text)


def json_text(value: Any, *, compact: bool = False, indent: int | None = None, sort_keys: bool = False) -> str:
    """JSON of a value, with invisible and forbidden characters escaped. NaN, which JSON doesn't have, becomes null."""
    options: dict[str, Any] = {"ensure_ascii": False, "allow_nan": False, "indent": indent, "sort_keys": sort_keys}
    if compact:
        options["separators"] = (",", ":")
    try:
        return escaped(json.dumps(value, **options))
    except ValueError:
        return escaped(json.dumps(_finite(value), **options))


def escaped(text: str) -> str:
    """JSON text with invisible and forbidden characters escaped; they occur only inside its strings."""
    return text if text.isascii() and text.isprintable() else FORBIDDEN.sub(_escape, text)


def visible_values(value: Any) -> Any:
    """A JSON value with every text in it made `visible`, names of members included."""
    match value:
        case str():
            return visible(value)
        case dict():
            return {visible_values(name): visible_values(inner) for name, inner in value.items()}
        case list() | tuple():
            return [visible_values(inner) for inner in value]
        case _:
            return value


def _escaped_letter(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def _finite(value: Any) -> Any:
    """A JSON value with None in place of numbers that JSON doesn't have."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case dict():
            return {name: _finite(inner) for name, inner in value.items()}
        case list() | tuple():
            return [_finite(inner) for inner in value]
        case _:
            return value
