"""Comparison of texts by their words in order, however these are spaced, cased, joined or broken into lines. Pure."""

import re
import unicodedata
from typing import Final

from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, spaced_camel_case
from scrubjay.text.words import words as split_words

RUN: Final = 5
"""Words in a row that nobody writes twice by chance."""

FEWEST: Final = 3
"""Content words that say something."""

_IDENTIFIER: Final = pattern(r"\w[_./:-]\w|[a-z][A-Z]|\w\(\)")


def words(text: str) -> tuple[str, ...]:
    """The words of a text: identifiers are split, figures and numbers in hex are whole.

    Signs of scripts without spaces stand alone.
    """
    return tuple(split_words(folded_case(spaced_camel_case(text, figures=False)), Word.OBSERVED))


def folded_case(text: str) -> str:
    """A text without case and without the other forms of a letter."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def content(text: str) -> tuple[str, ...]:
    """The words that say what a text is about, each once."""
    return tuple(dict.fromkeys(word for word in words(text) if word not in STOP_WORDS))


def is_telling(text: str) -> bool:
    """Whether a text says enough to be recognised: three content words, a figure, or an identifier."""
    content_words = content(text)
    return (
        len(content_words) >= FEWEST
        or any(word[0].isdigit() for word in content_words)
        or bool(_IDENTIFIER.search(text))
    )


def stands_in(quote: str, text: str) -> tuple[int, int] | None:
    """The span of a quote in a text, both `plain_line`, on whole words and figures; None if absent."""
    ends = (r"(?<!\w)(?<!\d[.,])" if quote[:1].isalnum() else "", r"(?!\w)(?![.,]\d)" if quote[-1:].isalnum() else "")
    match = re.search(f"{ends[0]}{re.escape(quote)}{ends[1]}", text) if quote and quote in text else None
    return match.span() if match else None


def plain_line(text: str) -> str:
    """A text on one line, in Unicode's composed form."""
    return " ".join(unicodedata.normalize("NFC", text).split())
