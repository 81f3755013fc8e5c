"""Words of scripts that the full-text tokenizer doesn't split: pairs of signs where no space ends a word.

Han, Kana, Hangul, Thai, Lao, Khmer and Burmese are written without spaces, or with particles at their words, so a run
of them is looked up by its overlapping pairs: 数据库 is 数据 and 据库. A sign is a letter with its marks. In other
scripts, such as Devanagari, a word with marks is one word, which the tokenizer would end at each mark: here marks
become private-use letters. Text and queries are read by the same functions, so that they match.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from scrubjay.model.pattern import pattern

_PAIRED: Final = (
    "\u0e00-\u0e2f\u0e30-\u0e3a\u0e40-\u0e4e\u0e80-\u0ecf\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1100-\u11ff"
    "\u1780-\u17d3\u17dc\u17dd\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uffdc"
    "\U00020000-\U0003ffff"
)
_LETTERS: Final = pattern("[\u0e00-\u10ff\u1780-\u17ff]")
"""Of these scripts a sign is about a letter, which tells less than a syllable or a whole word: three go together."""

_MAY_HOLD: Final = pattern("[\u0300-\u04ff\u0591-\u17ff\u1f00-\u1fff\u3005-\U0003ffff]")
"""One search that leaves texts of Latin letters as they are: the tables fold these."""

_FOLDS: Final = pattern("[^\x00-\xbf\u2010-\u2027\u2030-\u205e\u2190-\u2199\u2500-\u27bf\U0001f300-\U0001faff]")
"""One search that leaves texts alone that hold nothing but quotation marks, dashes, arrows and signs beside ASCII."""

_ACCENTS: Final = pattern("[\u0300-\u036f]+")

_MARKS: Final = range(0x0591, 0x1800)
"""Where marks stand that become letters."""

_PRIVATE: Final = 0xE100
"""What is added to each: private letters behind those that names are written with."""

_LEFT_OUT: Final = range(10, 36)
"""Combining classes of the vowel points of Hebrew and Arabic, which most texts leave out."""


class ScriptRun(NamedTuple):
    """A run of letters in a query, of one kind: `signs` where it is looked up by pairs, none for other text."""

    text: str
    signs: tuple[str, ...] = ()
    whole: bool = False
    """Whether it is one word with marks."""


def stored(text: str) -> str:
    """A text as the full-text tables read it. Behind the pairs of a run stands its last sign, so that each sign begins
    a token.
    """
    if text.isascii() or not _MAY_HOLD.search(text):
        return text
    return "".join(_stored(run) for run in runs(text))


def stored_phrase(text: str) -> str:
    """A phrase as the full-text tables read it; it may end within a run."""
    if text.isascii() or not _MAY_HOLD.search(text):
        return text
    *before, last = runs(text)
    end = " ".join(map(_with_private_letters, pairs(last.signs))) if last.signs else _stored(last)
    return f"{''.join(map(_stored, before))} {end}".strip()


def stored_word(word: str) -> str:
    """One word or pair of a query, as the full-text tables hold it."""
    return word if word.isascii() else _with_private_letters(word)


def is_beginning(word: str) -> bool:
    """Whether a word has too few signs for a token, so that it is looked up as a token's beginning."""
    if word.isascii() or not (run := _patterns().run.fullmatch(word)) or not run["signs"]:
        return False
    return len(_patterns().sign.findall(word)) < _signs_together(word)


def pairs(signs: tuple[str, ...]) -> tuple[str, ...]:
    """The overlapping pairs of a run's signs, threes of letters; all of a shorter run."""
    if not signs:
        return ()
    width = _signs_together(signs[0])
    return tuple("".join(signs[n : n + width]) for n in range(max(1, len(signs) - width + 1)))


def _signs_together(signs: str) -> int:
    """How many signs go together in a token: three of letters, else two."""
    return 3 if _LETTERS.match(signs) else 2


def runs(text: str) -> Iterator[ScriptRun]:
    """A text in pieces: runs of signs, words with marks, and what stands between them; joined they are the text, but
    for forms that Unicode holds to be equal.
    """
    if text.isascii() or not _MAY_HOLD.search(text):
        yield ScriptRun(text)
        return
    patterns = _patterns()
    text = _composed(text)
    end = 0
    for match in patterns.run.finditer(text):
        if match.start() > end:
            yield ScriptRun(text[end : match.start()])
        signs = tuple(patterns.sign.findall(match[0])) if match["signs"] else ()
        yield ScriptRun(match[0], signs, not signs)
        end = match.end()
    if end < len(text):
        yield ScriptRun(text[end:])


def spaced_runs(text: str) -> str:
    """A text with a space between its runs and what stands beside them, unless a path goes on there."""
    return "".join(f" {run.text} " if own else run.text for run, own in _told_apart(text))


def between(text: str) -> str:
    """The text outside of the runs of a text, with a space for each run: names are looked for in it."""
    return "".join(" " if own else run.text for run, own in _told_apart(text))


def segments(text: str) -> Iterator[ScriptRun]:
    """The runs of a text that stand apart, and what is between them."""
    between = ""
    for run, own in _told_apart(text):
        if own:
            yield from [ScriptRun(between)] if between else []
            yield run
        between = "" if own else between + run.text
    if between:
        yield ScriptRun(between)


def _told_apart(text: str) -> Iterator[tuple[ScriptRun, bool]]:
    """The pieces of a text, each with whether it is a run of its own and no part of a path, as in `docs/部署.md`."""
    before = ""
    pieces = list(runs(text))
    for run, behind in zip(pieces, [*pieces[1:], ScriptRun("")], strict=True):
        in_path = before.endswith("/") or bool(_EXTENSION.match(behind.text))
        yield run, bool(run.signs or run.whole) and not in_path
        before = run.text


def pairs_as_words(text: str) -> str:
    """A text in which pairs stand as words, for who compares texts word by word."""
    if text.isascii() or not _MAY_HOLD.search(text):
        return text
    return "".join(f" {' '.join(pairs(run.signs))} " if run.signs else run.text for run in runs(text))


def folded_text(text: str) -> str:
    """A text in lower case as the tables compare it: without accents and left-out vowel points, in ordinary widths."""
    if text.isascii() or not _FOLDS.search(text):
        return text.lower()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", _composed(text)))
    return unicodedata.normalize("NFC", bare).translate(_left_out_marks()).lower()


def _composed(text: str) -> str:
    """Letters and accents as one sign, those of Greek and ё without, and wide and narrow forms as usual."""
    text = _WIDTHS.sub(lambda match: unicodedata.normalize("NFKC", match[0]), unicodedata.normalize("NFC", text))
    return text.translate(_bare_letters())


_EXTENSION: Final = pattern(r"\.[A-Za-z]\w{0,4}(?!\w)", re.ASCII)
_WIDTHS: Final = pattern("[\uff01-\uffee]+")


def _stored(run: ScriptRun) -> str:
    if run.signs:
        shorter = range(1, min(_signs_together(run.signs[0]), len(run.signs)))
        ends = ("".join(run.signs[-n:]) for n in reversed(shorter))
        return f" {' '.join(map(_with_private_letters, (*pairs(run.signs), *ends)))} "
    return _with_private_letters(run.text) if run.whole else run.text


def _with_private_letters(text: str) -> str:
    return text.translate(_marks())


class _Patterns(NamedTuple):
    run: re.Pattern[str]
    sign: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """The patterns for such texts, made when the first one comes: hooks and English texts need none of it."""
    marks = "".join(map(chr, _marks()))
    sign = rf"(?![{marks}])[{_PAIRED}][{marks}\u3099\u309a]*"
    word = rf"[^\W_{_PAIRED}]*[{marks}](?:[^\W_{_PAIRED}]|[{marks}])*"
    return _Patterns(re.compile(rf"(?P<signs>(?:{sign})+)|{word}"), re.compile(sign))


@cache
def _bare_letters() -> dict[int, str]:
    """Greek letters without their accents and ё as е: the tables fold Latin alone. Others, such as й, are letters."""
    letters = ["ё", "Ё", *map(chr, (*range(0x370, 0x400), *range(0x1F00, 0x2000)))]
    bare = {letter: _ACCENTS.sub("", unicodedata.normalize("NFD", letter)) for letter in letters}
    return {ord(letter): other for letter, other in bare.items() if other != letter}


@cache
def _left_out_marks() -> dict[int, int | None]:
    return {code: None for code, letter in _marks().items() if letter is None}


@cache
def _marks() -> dict[int, int | None]:
    """The replacement of each mark: a private letter, or None where texts leave the mark out."""
    marks = [code for code in _MARKS if unicodedata.category(chr(code)).startswith("M")]
    left_out = {code for code in marks if unicodedata.combining(chr(code)) in _LEFT_OUT}
    return {code: None if code in left_out else _PRIVATE + code for code in marks}
