"""Removal of text marked as private: `<private>…</private>` and lines that begin with `#private`."""

from typing import Final

from scrubjay.model.pattern import pattern

_MARK: Final = pattern(r"(?i)<(/?)private\b[^>]{0,100}>")
_LINE: Final = pattern(r"(?im)^[^\S\n]*#private(?!\w).*$")


def without_private(text: str) -> str:
    """A turn without its private parts; an unclosed mark extends to the end, marks may be nested."""
    return _LINE.sub("", _public_text(text)).strip() if "private" in text.lower() else text


def _public_text(text: str) -> str:
    pieces, depth, start = [], 0, 0
    for mark in _MARK.finditer(text):
        if not mark[1]:
            if depth == 0:
                pieces.append(text[start : mark.start()])
            depth += 1
        elif depth:
            depth -= 1
            start = mark.end()
    return "\n\n".join(pieces if depth else [*pieces, text[start:]])
