"""Words and patterns by which claims are told apart: from the files beside this one."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from scrubjay.model.pattern import pattern
from scrubjay.text.words import Word, stem, words

HERE: Final = Path(__file__).parent

_SHORTENED: Final = pattern(r"(?<=\w)['’](?:s|re|ve|ll|d|m)\b")
_LEFT_OUT: Final = pattern(r"\bleav(?:e|es|ing) (?:\w+ )?out\b|\bleft out\b", re.I)
_GAVE_UP: Final = pattern(r"\b(?:gives?|gave|giving) up\b", re.I)
_READ_ONLY: Final = pattern(r"\bread-only\b", re.I)

MOST_CHARACTERS: Final = 2_000
"""Of a claim that are compared."""


@cache
def _lines(file: str) -> tuple[str, ...]:
    text = (HERE / file).read_text(encoding="utf-8")
    return tuple(line for line in text.split("\n") if line.strip() and not line.startswith("#"))


@cache
def word_set(name: str) -> frozenset[str]:
    """The words of a list in turns.tsv."""
    rows = (line.split("\t") for line in _lines("turns.tsv"))
    return frozenset(word for key, listed in rows if key == name for word in listed.split())


@cache
def expression(name: str) -> re.Pattern[str]:
    """The expressions of a name in turns.tsv as one; letters of either case."""
    rows = (line.split("\t") for line in _lines("turns.tsv"))
    return re.compile("|".join(text for key, text in rows if key == f"={name}"), re.IGNORECASE)


@cache
def expressions(name: str) -> tuple[re.Pattern[str], ...]:
    """The expressions of a name in turns.tsv, each for itself."""
    rows = (line.split("\t") for line in _lines("turns.tsv"))
    return tuple(re.compile(text, re.IGNORECASE) for key, text in rows if key == f"={name}")


@cache
def _measures() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = (line.split("\t") for line in _lines("measures.tsv"))
    return tuple((re.compile(form, re.IGNORECASE), instead) for form, instead in rows)


@lru_cache(maxsize=4_000)
def measured(text: str) -> str:
    """A text with its amounts and times in one form: "every night" is "1 day"."""
    for form, instead in _measures():
        text = form.sub(instead, text)
    return text


@lru_cache(maxsize=4_000)
def joined(text: str) -> str:
    """A text without short forms of "is" and "have", and with phrases that deny as one word."""
    text = _SHORTENED.sub(" ", text[:MOST_CHARACTERS])
    return _READ_ONLY.sub("readonly", _GAVE_UP.sub("giveup", _LEFT_OUT.sub("leaveout", text)))


def plain_words(text: str) -> list[str]:
    """The words of a text in lower case; "don't" is one."""
    return [word.lower() for word in words(text, Word.CLAIMED)]


def denies(word: str) -> bool:
    """Whether a word in lower case turns a statement round."""
    return word in word_set("denying") or word.endswith(("n't", "n’t"))


@cache
def alternatives() -> tuple[tuple[frozenset[str], ...], ...]:
    """The sets of alternatives.txt, each as its groups of stems."""
    return tuple(
        tuple(frozenset(map(stem, group.split())) for group in line.split("|")) for line in _lines("alternatives.txt")
    )


@cache
def places_of_alternatives() -> dict[str, frozenset[tuple[int, int]]]:
    """Where each stem stands among the alternatives: set and group."""
    found: dict[str, set[tuple[int, int]]] = {}
    for number, groups in enumerate(alternatives()):
        for place, group in enumerate(groups):
            for word in group:
                found.setdefault(word, set()).add((number, place))
    return {word: frozenset(places) for word, places in found.items()}


@cache
def synonyms() -> dict[str, frozenset[int]]:
    """The lines of synonyms.txt in which a stem stands, or a phrase with spaces."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(_lines("synonyms.txt")):
        for word in line.split():
            found.setdefault(word.replace("_", " ") if "_" in word else stem(word), set()).add(number)
    return {word: frozenset(lines) for word, lines in found.items()}


@cache
def phrases() -> re.Pattern[str]:
    """The phrases of synonyms.txt."""
    found = sorted((word for word in synonyms() if " " in word), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, found))})\b")
