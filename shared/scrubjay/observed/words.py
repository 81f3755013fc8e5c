"""Do two texts share their words? Words in order, however they are spaced, cased, joined or broken into lines. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from operator import ne
from typing import Final

from scrubjay.text.sentences import End, cut
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, spaced
from scrubjay.text.words import words as split_words

RUN: Final = 5
"""Words in a row that nobody writes twice by chance."""

FEWEST: Final = 3
"""Content words that say something."""

_TAKES_BACK: Final = frozenset(
    "not no never cannot without false wrong untrue nor isn don doesn didn won wasn aren can unlike".split()  # noqa: SIM905
)
"""Words that may turn what stands beside them into its opposite; "isn" is what is left of "isn't"."""

_CANT: Final = re.compile(r"\bcan\b(?!['’]t)", re.IGNORECASE)
_FIELD: Final = re.compile(r"\"\w+\": ?(?:false|null)\b")
"""A field whose value is no word about what stands beside it."""

_SPANNED: Final = 4
"""Lines that a quote may go over."""

_VALUE: Final = re.compile(r"(?:\(\w+\))?[\s\"'(\[]*[-+v]?\d[\d.,:]*[\s\"')\];%]*")
_IDENTIFIER: Final = re.compile(r"\w[_./:-]\w|[a-z][A-Z]|\w\(\)")


def words(text: str) -> tuple[str, ...]:
    """The words of a text: identifiers are split, figures and numbers in hex are whole.

    Signs of scripts without spaces stand alone.
    """
    return tuple(split_words(folded(spaced(text, figures=False)), Word.OBSERVED))


def folded(text: str) -> str:
    """A text without case and without the other forms of a letter."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def content(text: str) -> tuple[str, ...]:
    """The words that say what a text is about, each once."""
    return tuple(dict.fromkeys(word for word in words(text) if word not in STOP_WORDS))


def telling(text: str) -> bool:
    """Whether a text says enough to be recognised: three content words, a figure, or an identifier."""
    content_words = content(text)
    return (
        len(content_words) >= FEWEST
        or any(word[0].isdigit() for word in content_words)
        or bool(_IDENTIFIER.search(text))
    )


def stands_in(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text, both `plain`; not within a longer word or figure. None where it doesn't."""
    ends = (r"(?<!\w)(?<!\d[.,])" if quote[:1].isalnum() else "", r"(?!\w)(?![.,]\d)" if quote[-1:].isalnum() else "")
    match = re.search(f"{ends[0]}{re.escape(quote)}{ends[1]}", text) if quote and quote in text else None
    return match.span() if match else None


def plain(text: str) -> str:
    """A text on one line, in Unicode's composed form."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def line_with(quote: str, text: str) -> str:
    """The line of a text that holds a plain quote, or the few that it goes over, as one; empty where none does."""
    lines = [line for line in map(plain, text.split("\n")) if line]
    for many in range(1, _SPANNED + 1):
        for start in range(len(lines) - many + 1):
            line = " ".join(lines[start : start + many])
            if stands_in(quote, line):
                return line
    return ""


def taken_back(quote: str, line: str) -> bool:
    """Whether the rest of a quote's sentence, behind it of its clause, may say its opposite."""
    before, _, after = line.partition(quote)
    closed = quote[-1:] in ".!?"
    rest = f"{cut(before, End.LINE)[-1]} {'' if closed else cut(after, End.CLAUSE)[0]}"
    return not _TAKES_BACK.isdisjoint(words(_CANT.sub(" ", _FIELD.sub(" ", rest))))


def is_value(text: str) -> bool:
    """Whether a text is a value and no more, "(integer) 5" with its type."""
    return bool(_VALUE.fullmatch(text))


def nearly(quote: Sequence[str], text: Sequence[str]) -> bool:
    """Whether a text holds the words of a quote but for a few: what a filter makes of a line."""
    size = len(quote)
    most = max(1, size // 4)
    quote_words = frozenset(quote)
    present = [word in quote_words for word in text]
    count = sum(present[:size])
    for start in range(len(text) - size + 1 if size >= FEWEST else 0):
        if count >= size - most and sum(map(ne, quote, text[start : start + size])) <= most:
            return True
        count += (start + size < len(present) and present[start + size]) - present[start]
    return False
