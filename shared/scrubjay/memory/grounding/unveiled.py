"""What does a model read in a text? Look-alike letters, markup, spaced letters and encodings are undone."""

import base64
import binascii
import html
import re
from typing import Final

from scrubjay.memory.grounding.prose import as_shown, straight

BLOB: Final = 200
"""Encoded characters in a row from which on a text is no knowledge, whatever they decode to."""

_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁԛѡһӏꙇАВЕКМНОРСТХІЈЅαεικνορτυχΑΒΕΗΙΚΜΝΟΡΤΥΧΖ",
    "aeopcyxijsdqwhliABEKMHOPCTXIJSaeikvoptuxABEHIKMNOPTYXZ",
)
_MIXED = re.compile(r"[^\W\d_]*[A-Za-z][^\W\d_]*")
_SPACED = re.compile(r"\b(?:[^\W\d_][ .\-_]){3,}[^\W\d_]\b")
_ENCODED = re.compile(r"(?<![\w+/])[A-Za-z0-9+/_-]{20,}={0,2}")
_LINES = re.compile(r"(?<=[A-Za-z0-9+/_=-]{40})\r?\n(?=[A-Za-z0-9+/_=-]{20})")
_MARKUP = re.compile(r"<!--|-->|</?[a-zA-Z][^<>\n]{0,200}>|^\s*\[//\]:\s*#|[*`~]+|(?<!\w)_+|_+(?!\w)", re.MULTILINE)
_MANY: Final = 0.3
"""Share of capitals and digits from which on a long word is encoded: a path or an identifier has fewer."""


def unveiled(text: str) -> str:
    """The text as plain words, with what its encoded parts say below it."""
    decoded = "\n\n".join((text, *_decoded(text)))
    text_shown, _ = as_shown(html.unescape(decoded))
    latin = _MIXED.sub(lambda word: word.group().translate(_ALIKE), text_shown)
    joined = _SPACED.sub(lambda match: re.sub(r"[ .\-_]", "", match.group()), latin)
    return straight(_MARKUP.sub(" ", joined))


def is_blob(text: str) -> bool:
    """Whether a text holds a long encoded piece: nobody can read what it says."""
    long = (word for word in _ENCODED.findall(_LINES.sub("", text)) if len(word) >= BLOB)
    return any(sum(char.isupper() or char.isdigit() for char in word) >= _MANY * len(word) for word in long)


def _decoded(text: str) -> list[str]:
    """What the encoded words of a text say, where that is a text."""
    decoded = []
    for word in _ENCODED.findall(_LINES.sub("", text)):
        try:
            raw = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_" if set(word) & set("-_") else None)
            plain = raw.decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        if plain.isprintable() and " " in plain:
            decoded.append(plain)
    return decoded
