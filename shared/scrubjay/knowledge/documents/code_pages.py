"""Which code page are bytes in that are no UTF-8? Told by the words that come out, in one page or another. Pure."""

import re
from itertools import pairwise
from typing import Final

from scrubjay.text.languages import language_of
from scrubjay.text.words import Word, words

WESTERN: Final = "cp1252"

_PAGES: Final = {
    "hungarian": ("cp1250", "iso8859-2"),
    "polish": ("cp1250", "iso8859-2"),
    "romanian": ("cp1250", "iso8859-16"),
    "turkish": ("cp1254",),
}
"""Languages that cp1252 lacks letters of, and that their commonest words tell without these letters."""

_ALPHABETS: Final = tuple(
    frozenset(letters + letters.upper())
    for letters in (
        "äöüßé", "àâæçéèêëîïôœùûüÿ", "áéíñóúüçªº", "áâãàçéêíóôõúüªº", "àèéìíîòóùú", "åäöéü", "æøåéèêóòôâü",
        "åäöšž", "áéíóúýðþæö", "äöüõšž", "áàèéíïòóúüçñ", "éëïöüáíóúèê", "âêîôûŵŷïáéàè", "áâçêîôûüë",
    )
)  # fmt: skip
"""The letters beyond ASCII of languages that cp1252 serves, each language's with those of its loan words."""

_JOINED: Final = "…‘’–—\xa0\xad·«»"
"""Signs that stand between letters in texts of such languages."""

_WITHIN: Final = re.compile(rf"[^\W\d_](?:(?![\w\s{_JOINED}])[^\x00-\x7f]|[¹²³ªº])[^\W\d_]")

READ: Final = 100_000
"""Characters of a text that tell it."""

FEWEST, SHARE = 3, 0.25
"""Words that no language has, from which on the whole text is in another encoding: at least, and of those with signs
beyond ASCII."""


def read(data: bytes) -> tuple[str, str, bool]:
    """The text of bytes, the page that it was read in, and whether that is hardly the one that it was written in."""
    text = data.decode(WESTERN, "replace")
    for page in _PAGES.get(language_of(text), ()):
        if (other := data.decode(page, "replace")) != text and not _WITHIN.search(other):
            return other, page, False
    return text, WESTERN, _is_foreign(text)


def _is_foreign(text: str) -> bool:
    """Whether many words hold signs between letters, or letters that no language has together."""
    text = text[:READ]
    broken = len(_WITHIN.findall(text))
    beyond = [word for word in words(text, Word.LETTERS) if not word.isascii()]
    odd = broken + sum(map(_is_odd, beyond))
    return odd >= FEWEST and odd >= SHARE * (len(beyond) + broken)


def _is_odd(word: str) -> bool:
    letters = {letter for letter in word if letter > "\x7f" and letter.isalpha() and letter != "µ"}
    capital = any(low.islower() and high > "\x7f" and high.isupper() for low, high in pairwise(word))
    return capital or not any(letters <= alphabet for alphabet in _ALPHABETS)
