"""By which bytes would a text be known again in a file? The whole of it, pieces, and telling words. Pure."""

import json
import re

PIECE = 32
"""Bytes of a piece: more than chance repeats, and less than what a page of a database holds of a long text."""

MOST_PIECES = 10
MOST_WORDS = 4

_TELLING = re.compile(r"\S*\d\S*")
SIGNS = ".,;:!?()[]{}<>'\"`"
"""What may stand around a word and isn't part of it."""

LEAST_WORD = 12
"""Characters of a word with a digit from which on it is looked for alone: such as a token, a key, an address."""


def probes_of(text: str) -> tuple[bytes, ...]:
    """The bytes to look for, each once: as they are, as JSON has them, and telling words in lower case, too."""
    if not text.strip():
        return ()
    whole = text.encode("utf-8", "replace")
    forms = [whole, json.dumps(text)[1:-1].encode()]
    step = max(PIECE, -(-len(whole) // MOST_PIECES))
    pieces = [whole[at : at + PIECE] for at in range(0, len(whole), step)]
    found = {word.strip(SIGNS) for word in _TELLING.findall(text)}
    words = sorted((word for word in found if len(word) >= LEAST_WORD), key=lambda word: (-len(word), word))
    telling = [form.encode("utf-8", "replace") for word in words[:MOST_WORDS] for form in (word, word.casefold())]
    return tuple(dict.fromkeys((*forms, *(piece for piece in pieces if len(piece) == PIECE), *telling)))
