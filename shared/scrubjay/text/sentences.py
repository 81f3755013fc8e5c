"""Ends of sentences: in prose at a stop, never within code or brackets; elsewhere by the kind of the text.

No splitter changes a word: between the sentences of a text only white space and the marks of lists and tables go.
"""

import re
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from scrubjay.model.pattern import pattern

LONGEST = 1_000
"""Characters of a sentence that are looked at; longer ones are lists or data."""

_END = pattern(r"[.!?][\"'”’)\]*_]*(?=\s+\S)|[。！？]")
_FINAL = pattern(r"[.!?]+(?=[^\w\s]*(?:\s|\Z))|[。！？]")
_SHUT = pattern(r"(`+)(?:(?!\1).)+?\1|\([^()]{1,400}\)|\[[^\[\]]{1,400}\]|\"[^\"]{1,400}\"|“[^”]{1,400}”")
_LAST = pattern(r"[^\s(\[\"'“*_]+\Z")
_ABBREVIATIONS: Final = frozenset(
    """
    e.g i.e eg ie etc cf vs approx ca resp incl excl fig figs sec sect no nos vol ch p pp ed eds al dr mr mrs ms prof st
    inc ltd co corp jr sr jan feb mar apr jun jul aug sep sept oct nov dec viz esp min max w.r.t a.k.a a.m p.m u.s
    """.split()  # noqa: SIM905 - a list would take a line a word
)
"""A full stop behind these ends no sentence."""

_BLANK = pattern(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)]|#+|\|)\s)")
_MARKER = pattern(r"^\s*(?:(?:[-*+•]|\d+[.)]|#+|>|\|)\s+)+|\s*\|\s*$")


@lru_cache(maxsize=2_000)
def split(text: str) -> tuple[str, ...]:
    """The whole sentences of one paragraph, as they stand."""
    shut = _SHUT.sub(lambda match: "x" * len(match.group()), text)
    pieces, start = [], 0
    for mark in _END.finditer(shut):
        if shut[mark.start()] == "." and _abbreviated(text[start : mark.start()]):
            continue
        pieces.append(text[start : mark.end()])
        start = mark.end()
    pieces.append(text[start:])
    return tuple(clean for piece in pieces if (clean := piece.strip()))


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a prose document, without list and heading marks; table rows and list items apart."""
    pieces = (" ".join(_MARKER.sub("", piece).split()) for piece in _BLANK.split(text))
    return tuple(sentence[:LONGEST] for piece in pieces for sentence in split(piece))


def _abbreviated(before: str) -> bool:
    """Whether a full stop behind these words belongs to the last of them: "e.g.", "J.", "1."."""
    last = _LAST.search(before)
    word = last.group().lower() if last else ""
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha()) or before.strip().isdigit()


class End(Enum):
    """Where texts that aren't prose documents are cut; the value is a regular expression of what stands between."""

    LINE = r"(?<=[.!?])\s+|\n"
    """Turns, passages that are shown: a stop or a line's end. A wrong cut costs a shorter excerpt."""

    PASSAGE = r"(?<=[.!?;:。！？])[\"'”’)\]]{0,3}\s+"
    """Overlong lines that are indexed in pieces: stored, so it stays as it is."""

    TYPED = (
        r"(?:(?<=\w\w\w[.!?])(?<!etc\.)|(?<=\d[.!?]))\s+(?=[a-z])"
        r"|(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[`*]*[^\W_a-z]|\S*\Z)|(?<=[。！？])"
    )
    """What a person typed, who may begin a sentence without a capital."""

    RECORD = r"(?<=[.!?])\s+(?=[A-Z\[*_])|\n\s*\n|\n(?=\s*(?:[*+-]|\d+[.)])\s)"
    """A decision record: a capital or a link begins a sentence, a list item and a paragraph do too."""

    LINK = r"(?<=[\w)\]`*])\.\s+(?=[\[*_]*[A-Z])(?![^\[\n]*\])"
    """A line that names records, with its full stops within links: "[ADR 3. Use X](…)" goes on."""


def split_at(text: str, end: End) -> list[str]:
    """The texts between the ends, some empty; what stands at an end is left out."""
    return _compiled(end).split(text)


def whole(text: str, end: End) -> list[str]:
    """The pieces of a text with each end mark kept behind its piece, so that joined they are the text."""
    bounds = [0, *(match.end() for match in _compiled(end).finditer(text)), len(text)]
    return [text[start:stop] for start, stop in pairwise(bounds) if start < stop]


_LEAD: Final = pattern(r"(?<=[:：])\s+")


@cache
def _compiled(end: End) -> re.Pattern[str]:
    return re.compile(end.value)


def holds_words(words: str, text: str) -> bool:
    """Whether a text holds each sentence of some words, whatever marks and line ends stand between theirs.

    A sentence that ends must end there, too: "It runs no more." doesn't hold "It runs." An item of a list may stand
    apart from the lead that it is told with, "We support: SOAP".
    """
    plain = _plain(text)
    parts = (part for sentence in split(words) for part in _LEAD.split(sentence))
    return bool(words.strip()) and all(_plain(part) in plain for part in parts)


def _plain(text: str) -> str:
    """The words of a text, with one sign for each end of a sentence."""
    return re.sub(r"[^\w\x01]+", " ", _FINAL.sub(" \x01 ", text)).strip()
