"""Do two claims say other amounts, units or names? Pure."""

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

from scrubjay.memory.grounding.terms import figures, free_units, has_name_in_some_form, names, with_one
from scrubjay.memory.grouping.lists import expression, measured, plain_words, word_set
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, stem

Amount = tuple[str, str]
"""Value and unit in one form."""

_ONE: Final = pattern(r"\bone\b(?! day)", re.I)
ORDER: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_AT_CLOCK: Final = pattern(rf"\b({'|'.join(ORDER)})(?=:\d\d)", re.I)
_DIGITS_AND_LETTERS: Final = pattern(r"[A-Za-z].*\d|\d.*[A-Za-z]")
_MARKED: Final = pattern(r"[\d_./]|::|\w\(\)|(?<=[^\W\d])[A-Z]")
TIMES: Final = ("2", "×")
"""Twice."""
_SLIGHT: Final = {"s": ("1", "60", "3600", "86400", "604800"), "mo": ("1", "3", "12")}
"""One second, minute, hour, day, week, month, quarter, year: "each week" may stand without its counterpart."""

_ALIASES: Final = {
    "pr": "pull request", "prs": "pull request", "db": "database", "ci": "continuous integration", "prod": "production",
    "k8s": "kubernetes", "es": "elasticsearch", "ui": "interface", "os": "operating system", "js": "javascript",
    "ts": "typescript", "wifi": "wi-fi", "esc": "escape", "2fa": "second factor",
}  # fmt: skip
FEWEST_GERMAN: Final = 2


@lru_cache(maxsize=4_000)
def amounts(text: str) -> frozenset[Amount]:
    """The amounts of a claim: three days are 72 hours, "weekly" is one week, "twice" is TIMES."""
    plain = measured(text)
    plain = _AT_CLOCK.sub(lambda match: str(ORDER.index(match[1].lower())), plain)
    found = {TIMES} if "2×" in plain else set()
    plain = _ONE.sub("1", plain.replace("2×", " "))
    return frozenset(found | {_in_one_form(*figure.amount) for figure in figures(with_one(plain))})


def _in_one_form(value: str, unit: str) -> Amount:
    try:
        number = Decimal(value.rstrip("."))
    except InvalidOperation:
        return value.rstrip("."), unit
    if unit == "yr":
        number, unit = number * 12, "mo"
    return f"{number.normalize():f}", unit


def other_amounts(one: str, other: str) -> bool:
    """Whether each of two claims has an amount that the other lacks, or one has one that isn't slight."""
    left, right = _lacking(one, other), _lacking(other, one)
    return bool(left and right) or any(not _is_slight(amount) for amount in (*left, *right))


def _lacking(text: str, other: str) -> list[Amount]:
    """The amounts of a text that another lacks, as an amount of any unit or in a name such as u32."""
    there = amounts(other)
    return [
        (value, unit)
        for value, unit in amounts(text)
        if not any(value == number and (unit == kind or not (unit and kind)) for number, kind in there)
        and not re.search(rf"[A-Za-z]{re.escape(value)}(?!\d)", other)
    ]


def _is_slight(amount: Amount) -> bool:
    value, unit = amount
    return amount == TIMES or value == "1" or value in _SLIGHT.get(unit, ())


def other_units(one: str, other: str) -> bool:
    """Whether each of two claims has a unit without a figure that the other lacks."""
    left, right = ({form for form, _ in free_units(text)} for text in (one, other))
    return bool(left - right) and bool(right - left)


def is_german(text: str) -> bool:
    """Whether a text is German, where a capital makes no name."""
    return len(word_set("german") & set(text.lower().split())) >= FEWEST_GERMAN


@lru_cache(maxsize=4_000)
def telling_names(text: str) -> tuple[str, ...]:
    """The names of a claim: identifiers, people, products, commands, folders; no common short forms, months or days."""
    found: Iterable[str] = (name for name in names(text) if name.lower() not in word_set("generic"))
    if is_german(text):
        found = (name for name in found if _MARKED.search(name) or f"`{name}" in text)
    commands = (match[1] for match in expression("command").finditer(text))
    told = (word for word in commands if word not in word_set("uncommanded") and word not in STOP_WORDS)
    folders = (match[1] for match in expression("folder").finditer(text))
    every = dict.fromkeys((*found, *told, *folders))
    return tuple(name for name in every if not figures(name) or _DIGITS_AND_LETTERS.search(name))


def other_names(one: str, other: str) -> bool:
    """Whether one of two claims has a name that the other lacks."""
    return any(_lacks(name, other) for name in telling_names(one)) or any(
        _lacks(name, one) for name in telling_names(other)
    )


@lru_cache(maxsize=4_000)
def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, plain_words(text)))


def _lacks(name: str, text: str) -> bool:
    """Whether a text lacks a name in every form: an inflected one, a short one, the words that it stands for."""
    bare = name.rstrip("'’").removesuffix("'s").removesuffix("’s")
    low, key, there = text.lower(), bare.lower(), _stems(text)
    if has_name_in_some_form(bare, text, low) or stem(key) in there or _ALIASES.get(key, "\0") in low:
        return False
    if any(spelt in key and short in low.split() for short, spelt in _ALIASES.items()):
        return False
    if key.endswith("/") and stem(key.rstrip("/")) in there:
        return False
    if key.isalpha() and len(key) > 5 and any(word.startswith(key[:5]) for word in there):
        return False
    counted = figures(bare)
    if counted and all(_in_one_form(*figure.amount) in amounts(text) for figure in counted):
        return False
    initials = "".join(word[0] for word in plain_words(low) if word[0].isalpha())
    return not (bare.isupper() and 2 <= len(bare) <= 5 and key in initials)
