"""Words: every definition of a word in use, and why no other one does in its place; stop words, and stems.

The words of a text come in its order and don't overlap. Case is the caller's: a text is folded before it is split,
since folding can make letters of other characters.

Each keeps a word's first letters, so that words with one form begin alike.
"""

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from scrubjay.model.pattern import pattern

_SCRIPTS: Final = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_HEX: Final = r"(?<![^\W_])(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{4,64}(?![^\W_])"
_SPEECH: Final = r"[^\W\d_]+(?:['’][^\W\d_]+)?"
_PARTS: Final = r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\dA-Z_]+|[A-Z]+"


class Word(Enum):
    """What counts as one word; the value is a regular expression of it."""

    WHOLE = r"\w+"
    """With figures and underscores: two texts that share `user_name` share one word."""

    PLAIN = r"[^\W_]+"
    """Without underscores: `user_name` is two, as in the full-text tables."""

    LETTERS = r"[^\W\d_]+"
    """Letters of any script: what a person reads as a word; figures aren't counted."""

    HYPHENATED = r"[^\W\d_]+(?:-[^\W\d_]+)*"
    """As headings have it: "follow-up" is one, and the tables of headings hold it so."""

    ENGLISH = r"[A-Za-z]+"
    """What tables of English words are asked for: "isn't" is "isn" and "t", as their lists have it."""

    TITLED = r"[A-Za-z][\w-]*"
    """What a title may write with a capital, figures within: "Log4j"."""

    PARTS = _PARTS
    """What identifiers are made of, without figures: `getUserName2` is get, User, Name."""

    NUMBERED_PARTS = rf"{_PARTS}|\d+"
    """The same with figures: the full-text tables hold `utf8` as utf and 8 besides."""

    LEARNT_PARTS = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+"
    """The same in ASCII alone: the support models learnt with these."""

    KEYS = r"\w[\w.-]*"
    """What stands before a value: `retry.max-delay` is one key."""

    ASCII = r"[A-Za-z0-9]+"
    """What has the same bytes in every escape, so that a line of JSON can be searched for it unread."""

    SPOKEN = _SPEECH
    """As people speak, "don't" is one: what the probes learnt weights for."""

    SPOKEN_AND_SIGNS = rf"{_SPEECH}|\d[\d.,:]*|[^\s\w]"
    """The same with figures and each sign: what the probes learnt the shapes of."""

    SIGNS = r"[^\W_]+|[^\w\s]|_"
    """Words and each sign: what an embedder's tokenizer splits first, so that tokens can be laid beside words."""

    OBSERVED = rf"[{_SCRIPTS}]|{_HEX}|\d+(?:[.,]\d+)*|[^\W\d_{_SCRIPTS}]+"
    """As a machine prints them: a figure and a number in hex are whole; signs of scripts without spaces stand alone."""

    MEASURED = r"\d{4}-\d\d-\d\d|[+-]?\d[\w.,:]*|%|[\w'’]+(?:[./:#@+]\w+)*"
    """As a claim is laid beside a source: dates, signed figures, `a/b.c` and contractions are whole."""

    JOINED = r"[\w./:-]+"
    """What a person typed between spaces, paths and options whole: how much does a claim say?"""

    CLAIMED = r"[^\W\d_]+n['’]t\b|\w+"
    """As claims are laid beside each other: "don't" is one."""

    CLAIMED_AND_SIGNS = rf"{CLAIMED}|[^\w\s]"
    """The same with each sign: what a model reads of a claim."""

    CLAIMED_PARTS = r"[^\W_]+(?:['’]t)?|[€$£%]"
    """The same without underscores, with currencies: what a claim's opposites are looked for in."""

    RECORDED = r"[^\W_][\w'’/.-]*"
    """As a decision record refers: `ADR-0003/a` is one."""

    ASKED = r"[^\W_][\w'’./#+-]*|[^\w\s]"
    """As a question's form is read: `docs/x.md`, "isn't" and `c++` are whole, and a sign ends a clause."""

    NAMED = r"[^\W_][\w.'’-]*"
    """As people and accounts are called: "O'Neil", "J." and `ada-l` are one."""

    SPACED = r"\S+|\s+"
    """Words and the space between them: a difference is shown with every character of both texts."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern, made when it is first needed: a hook needs one of them."""
        return re.compile(self.value)


_JOINT: Final = pattern(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINT_AT_FIGURES: Final = pattern(rf"(?<=[0-9])(?=[A-Z])|{_JOINT.pattern}")


def words(text: str, kind: Word = Word.WHOLE, *, shortest: int = 1) -> list[str]:
    """The words of a text in its order, as written; those of `shortest` characters or more."""
    pattern = kind.pattern
    matches = [match.group() for match in pattern.finditer(text)] if pattern.groups else pattern.findall(text)
    return matches if shortest == 1 else [word for word in matches if len(word) >= shortest]


def matches(text: str, kind: Word) -> Iterator[re.Match[str]]:
    """The words of a text as regex matches, with their positions."""
    return kind.pattern.finditer(text)


def spaced_camel_case(text: str, *, figures: bool = True) -> str:
    """A text with a space between the parts of camel case; `figures`: behind a figure too, which would split hex."""
    return (_JOINT_AT_FIGURES if figures else _JOINT).sub(" ", text)


def parts_of(word: str) -> list[str]:
    """The parts of a word in camel case; the word alone where it has none."""
    return _JOINT_AT_FIGURES.split(word)


STOP_WORDS = frozenset(
    """
    a about after all also am an and any are as at be because been before being between both but by can could
    did do does doing done down each few for from further get had has have having he her here hers him his
    how i if in into is it its itself just me more most my no nor not now of off on once only or other our
    out over own please same she should so some such than that the their them then there these they this
    those through to too under until up use used using very was we were what when where which while who whom
    why will with would you your
    """.split()  # noqa: SIM905 - a list would take a line a word
)


_ENDING: Final = pattern(r"(?:ies|ing|ed|es|s|e)$")
_SHORT: Final = 4


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The Snowball stem of a lower-case English word; others as they are."""
    return str(_stemmer().stemWord(word)) if word.isascii() else word


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


def light_stem(word: str) -> str:
    """A lower-case word without the commonest endings: for hooks, which have no time to load a stemmer."""
    return _ENDING.sub("", word) if len(word) > _SHORT else word


def beginning(word: str, *, ending: int = 3, shortest: int = 4) -> str:
    """A word without the letters that an ending may have: a text with another form of the word holds this."""
    return word[: max(shortest, len(word) - ending)]
