"""Which abbreviations does a text explain? "API Priority and Fairness (APF)", "APF (API Priority and Fairness)"; pure.

Letters are matched from the right, the first at the beginning of a word (Schwartz and Hearst, PSB 2003); where that
fails, the letters are the initials of the last words in any order: "priority and fairness (APF)".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scrubjay.text.words import STOP_WORDS, Word, words

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
_BEHIND = re.compile(rf"[ \t]\({_MARKS}(?P<short>{_SHORT}){_MARKS}\)")
_BEFORE = re.compile(rf"(?<![\w-]){_MARKS}(?P<short>{_SHORT}){_MARKS} \((?P<long>[^()\n]{{5,120}})\)")
_LINK = re.compile(r"\]\([^()\s]*\)")
_REACH = 120
"""Characters in front of a parenthesis that may hold its long form."""

_ALONE = re.compile(r"(?<![\w./#@-])[A-Za-z][A-Za-z0-9]*(?![\w/#@-]|\.\w)")
"""A word that is no part of a name: the record ADR-12 and the file API.md abbreviate nothing."""

_STOP = re.compile(r"[.;:!?|()\[\]{}]|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """`short` in capitals as it is written, without a plural's s; `long` in lower case, words by single spaces."""

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
    for pair in _explained(_LINK.sub("", text).replace("[", "")):
        explained.setdefault(pair)
        if len(explained) >= MOST:
            break
    return tuple(explained)


def candidates(query: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a query that may be abbreviations, and its runs of words that may be long forms, in lower case."""
    typed = words(query, Word.PLAIN)
    alone = _ALONE.findall(query)
    shorts = (word for word in alone if _is_short(word))
    lowered = [word.lower() for word in typed]
    runs = (
        form
        for length in range(2, MOST_WORDS + 1)
        for start in range(len(lowered) - length + 1)
        for form in _numbers(" ".join(lowered[start : start + length]))
    )
    plain = (word.removesuffix("s") for word in alone if _is_short(word.removesuffix("s")))
    return tuple(dict.fromkeys((*shorts, *plain))), tuple(dict.fromkeys(runs))


def _numbers(run: str) -> tuple[str, ...]:
    """A run of words in singular and plural, as far as an s tells them."""
    return run, run.removesuffix("s") if run.endswith("s") else f"{run}s"


def _is_short(word: str) -> bool:
    return (
        word.isupper()
        or any(map(str.isupper, word[1:]))
        or (len(word) >= LEAST_LOWER and word.lower() not in STOP_WORDS)
    )


def other_forms(query: str, explained: Sequence[Abbreviation]) -> tuple[OtherForm, ...]:
    """What a query could say besides: of each pair of which it has one form the other; the first pairs count most."""
    shorts, runs = (set(map(str.lower, forms)) for forms in candidates(query))
    forms: list[OtherForm] = []
    for pair in explained:
        abbreviated, spelled = pair.short.lower() in shorts, pair.long in runs
        typed, other = (pair.short, pair.long) if abbreviated else (pair.long, pair.short)
        meanings = sum(form.typed == typed for form in forms)
        told = any(form.other in _numbers(other) for form in forms)
        if abbreviated != spelled and not told and meanings < MOST_MEANINGS:
            forms.append(OtherForm(typed, other))
    return tuple(forms[:MOST_ADDED])


def with_forms(query: str, forms: Sequence[OtherForm]) -> str:
    """A query with other forms of its words behind it."""
    return f"{query} ({', '.join(form.other for form in forms)})" if forms else query


def _explained(text: str) -> Iterator[Abbreviation]:
    for match in _BEHIND.finditer(text):
        before = _STOP.split(text[max(0, match.start() - _REACH) : match.start()])[-1]
        yield from _pair(match["short"], before)
    for match in _BEFORE.finditer(text):
        for part in re.split(r"[,;:]", match["long"])[:1]:
            yield from _pair(match["short"], part, whole=True)


def _pair(written: str, before: str, *, whole: bool = False) -> Iterator[Abbreviation]:
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
    last = list(spoken[-len(letters) :])
    return last if len(letters) > 2 and sorted(word[0] for word in last) == sorted(letters) else []
