"""Decoder of blobs: bytes to text, whatever the encoding or code page, or the reason why they are none."""

import codecs
from itertools import pairwise
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
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

_WITHIN: Final = pattern(rf"[^\W\d_](?:(?![\w\s{_JOINED}])[^\x00-\x7f]|[¹²³ªº])[^\W\d_]")

READ: Final = 100_000
"""Characters of a text that tell it."""

FEWEST, SHARE = 3, 0.25
"""Words that no language has, from which on the whole text is in another encoding: at least, and of those with signs
beyond ASCII."""


def decode_text(data: bytes) -> tuple[str, str, bool]:
    """Bytes decoded to text, the code page used, and whether that page is probably wrong."""
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
    """Whether a word's letters beyond ASCII show a wrong encoding: several alphabets, or a capital inside."""
    letters = {letter for letter in word if letter > "\x7f" and letter.isalpha() and letter != "µ"}
    capital = any(low.islower() and high > "\x7f" and high.isupper() for low, high in pairwise(word))
    return capital or not any(letters <= alphabet for alphabet in _ALPHABETS)


SNIFFED: Final = 8192
"""Bytes of a blob's beginning that tell what it is."""

_LFS = b"version https://git-lfs.github.com/spec/"
_SIGNS = rb"\x85\x91-\x97\xa0\xab\xb0\xb7\xbb"
"""Quotation marks, dashes, bullets and spaces of cp1252, which stand beside letters."""

_BEYOND_ASCII = pattern(rb"(?:(?![%b])[\x80-\xff])+" % _SIGNS)
_UNDEFINED = b"\x81\x8d\x8f\x90\x9d"
_FEWEST_ODD = 9
"""Bytes that tell another encoding: all umlauts of German in a row are seven."""

_CONTROL = pattern(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_NO_LINE_ENDS = "\0\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A blob's text with `\\n` as its only line end; line numbers are those an editor shows.

    `encoding` names what was read; bytes that are neither UTF-8 nor marked are read in the code page of their language.
    With `other_encoding` they are hardly of a Western language either, and the text is not what was written.
    """

    text: str
    encoding: str
    binary: bool = False
    other_encoding: bool = False
    lfs_pointer: bool = False


def decode(data: bytes) -> Decoded:
    """Decode a blob. Never raises."""
    if is_pointer(data):
        return Decoded("", "ascii", lfs_pointer=True)
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return Decoded(_lines(data.decode(encoding, "replace")), encoding)
    binary = b"\0" in data[:SNIFFED]
    try:
        return Decoded(_lines(data.decode("utf-8")), "utf-8", binary=binary)
    except UnicodeDecodeError:
        if _is_mostly_utf8(data):
            return Decoded(_lines(data.decode("utf-8", "replace")), "utf-8", binary=binary)
        text, encoding, foreign = decode_text(data)
        return Decoded(_lines(text), encoding, binary=binary, other_encoding=foreign or _is_other_encoding(data))


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether as many characters beyond ASCII are UTF-8 as bytes are broken: hardly any are by chance."""
    text = data.decode("utf-8", "replace")
    beyond = sum(1 for character in text if character > "\x7f")
    return beyond >= 2 * text.count("\ufffd")


def _is_other_encoding(data: bytes) -> bool:
    """Whether most bytes beyond ASCII stand as no Western language has them.

    There one or two stand between ASCII letters, or a line of equal signs. Chinese, Japanese, Korean, Cyrillic, Greek
    and others have long runs, and use bytes that cp1252 leaves undefined.
    """
    odd = total = 0
    for match in _BEYOND_ASCII.finditer(data):
        run = match.group()
        total += len(run)
        odd += len(run) if len(run) > 2 and len(set(run)) > 1 else len(run) - len(run.translate(None, _UNDEFINED))
    return odd >= _FEWEST_ODD and odd * 2 > total


def is_pointer(data: bytes) -> bool:
    """Whether a blob is a Git LFS pointer."""
    return data.startswith(_LFS) and len(data) < 1024


def is_no_text(data: bytes) -> bool:
    """Whether the beginning of a blob is that of an image, an archive and the like, and not of text with a stray NUL.

    Such bytes are neither marked nor UTF-8, and hold control characters.
    """
    start = data[:SNIFFED]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")) or not _CONTROL.search(start):
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start, final=len(start) < SNIFFED)
    except UnicodeDecodeError:
        return True
    return False


def _lines(text: str) -> str:
    """CR and CRLF become LF; NUL and characters that only Python treats as a line end become spaces."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for character in _NO_LINE_ENDS:
        text = text.replace(character, " ")
    return text
