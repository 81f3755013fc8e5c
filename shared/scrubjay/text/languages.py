"""Language of a text, stems of its words, and the abbreviations that it explains.

English words are stemmed by the full-text tables. Of another language's words they hold the stems besides, each closed
by a letter of its own, so that an inflected word of a question meets another form of it.

Letters are matched from the right, the first at the beginning of a word (Schwartz and Hearst, PSB 2003); where that
fails, the letters are the initials of the last words in any order: "priority and fairness (APF)".
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, words

FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    language: frozenset(row.split())
    for language, row in {
        "danish": "og er det af til på der som med den har ikke et kan skal fra ved eller være blive vi hvis også når",
        "dutch": "het een van en is dat op te zijn met voor niet aan er om ook als bij wordt worden deze kan naar maar",
        "finnish": "ja on ei se että ovat kun voi mutta tai jos sekä myös niin ole joka jotka tämä nämä kuin mukaan",
        "french": "le la les des est une dans pour que qui sur avec pas par au du ce cette sont plus ne se il être aux",
        "german": "der die das und ist nicht ein eine mit von für auf den dem zu im wird werden sich auch wenn bei",
        "hungarian": "az és hogy nem egy van ez ha is meg kell csak vagy lehet amely vannak azt után minden mint",
        "italian": "il di che è la per un una non sono con del della le dei nel si come anche più gli questo alla da",
        "norwegian": "og er det av til på som med den har ikke et kan skal fra ved eller være bli vi hvis også når",
        "polish": "jest nie się na do że to jak od przez lub oraz dla są może być po za ten tego które który także gdy",
        "portuguese": "de que não um uma para com os as em do da é por no na se mais como ou são ser dos pelo também",
        "romanian": "și este nu un la cu pe de care în să din sau pentru sunt mai dacă fi prin cele acest această ca",
        "russian": "и в не на что с как это по для из от но или если при к так же все может быть чтобы только также",
        "spanish": "el los las que en una para con por no del se es como más pero su al este esta son puede ser cuando",
        "swedish": "och är det av till på som med den har inte ett kan ska från vid eller vara bli vi om också när för",
        "turkish": "ve bir bu için ile de da değil olarak çok daha gibi ya en olan her kadar sonra ise veya ne mi",
    }.items()
}  # fmt: skip
"""The commonest words of languages for which there is a stemmer."""

CLOSED: Final = "\ue001"
"""What closes a stem in the full-text tables, and keeps their own stemmer away."""

OPENED: Final = "\ue002"
"""What opens the name of a language there."""

READ: Final = 4_000
"""Characters of a text that tell its language."""

LEAST: Final = 0.1
"""Share of a text's words that are a language's function words, from which on it is in it. Prose has twice as many."""

FEWEST: Final = 3
"""Function words that are heard in a text, at least."""

JOINING: Final = frozenset({"danish", "dutch", "finnish", "german", "hungarian", "norwegian", "swedish"})
"""Languages that write words together."""


def language_of(text: str) -> str:
    """The language of a text by its function words; empty for English and where too few are heard."""
    said = words(text[:READ].lower(), Word.LETTERS)
    heard = {language: sum(map(known.__contains__, said)) for language, known in FUNCTION_WORDS.items()}
    language = max(heard, key=heard.__getitem__)
    enough = max(FEWEST, LEAST * len(said), 1 + sum(map(STOP_WORDS.__contains__, said)))
    return language if heard[language] >= enough else ""


def stem_terms(text: str, language: str) -> str:
    """The stems of a text's words as the tables hold them, each once."""
    said = dict.fromkeys(word for word in words(text.lower(), Word.LETTERS) if word not in FUNCTION_WORDS[language])
    return " ".join(dict.fromkeys(closed_stem(word, language) for word in said))


@lru_cache(maxsize=50_000)
def closed_stem(word: str, language: str) -> str:
    """The stem of a lower-case word as the tables hold it."""
    return f"{_stemmer(language).stemWord(word.replace('ё', 'е'))}{CLOSED}"


def language_term(language: str) -> str:
    """The term that marks documents of a language in the full-text tables."""
    return f"{OPENED}{language}{CLOSED}"


@cache
def _stemmer(language: str) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer(language)


MOST_WORDS = 8
"""Words of a long form, at most; a query is looked up by each run of so many."""

LEAST_LOWER = 3
"""Letters of an abbreviation that may be typed small: "apf", but not "ha"."""

MOST_ADDED = 4
MOST_MEANINGS = 2
"""Forms that a question is told in besides, at most, and those of one abbreviation."""

MOST = 200
"""Abbreviations of one text that are read, the first ones."""

_SHORT = r"[A-Z][A-Za-z0-9]{0,7}[A-Z0-9]s?"
_MARKS = r"[`*_\"'“”]*"
_BEHIND = pattern(rf"[ \t]\({_MARKS}(?P<short>{_SHORT}){_MARKS}\)")
_BEFORE = pattern(rf"(?<![\w-]){_MARKS}(?P<short>{_SHORT}){_MARKS} \((?P<long>[^()\n]{{5,120}})\)")
_LINK = pattern(r"\]\([^()\s]*\)")
_REACH = 120
"""Characters in front of a parenthesis that may hold its long form."""

_ALONE = pattern(r"(?<![\w./#@-])[A-Za-z][A-Za-z0-9]*(?![\w/#@-]|\.\w)")
"""A word that is no part of a name: the record ADR-12 and the file API.md abbreviate nothing."""

_STOP = pattern(r"[.;:!?|()\[\]{}]|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """An abbreviation: `short` as it is written, without a plural's s; `long` in lower case, by single spaces."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class OtherForm:
    """The form of an abbreviation that a query has, and the one that it lacks."""

    typed: str
    other: str


def abbreviations(text: str) -> tuple[Abbreviation, ...]:
    """The abbreviations that a text explains, each once, in its order."""
    explained: dict[Abbreviation, None] = {}
    for pair in _explained_in(_LINK.sub("", text).replace("[", "")):
        explained.setdefault(pair)
        if len(explained) >= MOST:
            break
    return tuple(explained)


def candidates(query: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a query that may be abbreviations, and its runs of words that may be long forms, in lower case."""
    typed = words(query, Word.PLAIN)
    alone = _ALONE.findall(query)
    shorts = (word for word in alone if _may_be_abbreviation(word))
    lowered = [word.lower() for word in typed]
    runs = (
        form
        for length in range(2, MOST_WORDS + 1)
        for start in range(len(lowered) - length + 1)
        for form in _singular_and_plural(" ".join(lowered[start : start + length]))
    )
    plain = (word.removesuffix("s") for word in alone if _may_be_abbreviation(word.removesuffix("s")))
    return tuple(dict.fromkeys((*shorts, *plain))), tuple(dict.fromkeys(runs))


def _singular_and_plural(run: str) -> tuple[str, ...]:
    """A run of words in singular and plural, as far as an s tells them."""
    return run, run.removesuffix("s") if run.endswith("s") else f"{run}s"


def _may_be_abbreviation(word: str) -> bool:
    return (
        word.isupper()
        or any(map(str.isupper, word[1:]))
        or (len(word) >= LEAST_LOWER and word.lower() not in STOP_WORDS)
    )


def other_forms(query: str, explained: Sequence[Abbreviation]) -> tuple[OtherForm, ...]:
    """Other forms of a query's abbreviations: for each explained pair in it, the form that it lacks."""
    shorts, runs = (set(map(str.lower, forms)) for forms in candidates(query))
    forms: list[OtherForm] = []
    for pair in explained:
        abbreviated, spelled = pair.short.lower() in shorts, pair.long in runs
        typed, other = (pair.short, pair.long) if abbreviated else (pair.long, pair.short)
        meanings = sum(form.typed == typed for form in forms)
        told = any(form.other in _singular_and_plural(other) for form in forms)
        if abbreviated != spelled and not told and meanings < MOST_MEANINGS:
            forms.append(OtherForm(typed, other))
    return tuple(forms[:MOST_ADDED])


def with_forms(query: str, forms: Sequence[OtherForm]) -> str:
    """A query with other forms of its words behind it."""
    return f"{query} ({', '.join(form.other for form in forms)})" if forms else query


def _explained_in(text: str) -> Iterator[Abbreviation]:
    for match in _BEHIND.finditer(text):
        before = _STOP.split(text[max(0, match.start() - _REACH) : match.start()])[-1]
        yield from _explained_pair(match["short"], before)
    for match in _BEFORE.finditer(text):
        for part in re.split(r"[,;:]", match["long"])[:1]:
            yield from _explained_pair(match["short"], part, whole=True)


def _explained_pair(written: str, before: str, *, whole: bool = False) -> Iterator[Abbreviation]:
    """An abbreviation as it is written, where some words are its long form; none otherwise."""
    short = written.removesuffix("s")
    if sum(letter.isupper() for letter in short) < 2:
        return
    spoken = words(before.lower(), Word.PLAIN)
    most = min(MOST_WORDS, len(short) + 5, 2 * len(short))
    letters = short.lower()
    taken = _aligned(letters, spoken[-most:]) or _initials(letters, spoken)
    if taken and len(taken) > 1 and letters not in taken and not (whole and len(taken) < len(spoken)):
        yield Abbreviation(short, " ".join(taken))


def _aligned(letters: str, spoken: Sequence[str]) -> list[str]:
    """The last words that hold all letters in their order, half of them as initials, the first one in any case."""
    text = " " + " ".join(spoken)
    end, initials = len(text), 0
    for number in range(len(letters) - 1, -1, -1):
        start = text.rfind(letters[number] if number else f" {letters[0]}", 0, end)
        if start < 0:
            return []
        end = start if number else start + 1
        initials += text[end - 1] == " "
    return text[end:].split() if 2 * initials >= len(letters) else []


def _initials(letters: str, spoken: Sequence[str]) -> list[str]:
    """The last words, where their initials are the letters in any order; else none."""
    last = list(spoken[-len(letters) :])
    return last if len(letters) > 2 and sorted(word[0] for word in last) == sorted(letters) else []
