"""Rules for the values of a row, by column: which can be used, and what stands in the place of others. Pure."""

import json
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

Value = str | int | float | bytes | None
"""What a column of SQLite holds."""

_MOMENT = pattern(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|\+00:00)")
_HEX = pattern(r"[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class ValueRule:
    """A rule for values: `fits` tells whether one can be used; `instead` makes one that can, at a repair's moment."""

    fits: Callable[[Value], bool]
    instead: Callable[[str], Value]


def choice(words: type[StrEnum] | tuple[str, ...], default: str) -> ValueRule:
    """A rule that a value is one of some words; any other becomes the default."""
    allowed = frozenset(words)
    return ValueRule(lambda value: value in allowed, lambda _: default)


def matching(pattern: re.Pattern[str], make: Callable[[str], Value]) -> ValueRule:
    """A rule that a value is a text of a form; any other becomes what `make` gives."""
    return ValueRule(lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None, make)


def json_of(kind: type, empty: str) -> ValueRule:
    """A rule that a value is JSON of a type; any other becomes `empty`."""

    def fits(value: Value) -> bool:
        try:
            return isinstance(value, str) and isinstance(json.loads(value), kind)
        except (ValueError, RecursionError):
            return False

    return ValueRule(fits, lambda _: empty)


def number(low: float, high: float) -> ValueRule:
    """A rule that a value is a number within bounds, both included."""
    return ValueRule(lambda value: isinstance(value, int | float) and low <= value <= high, lambda _: max(low, 0))


def optional_rule(rule: ValueRule, empty: Value = "") -> ValueRule:
    """A rule that a value is `empty` or fits another rule; any other becomes `empty`."""
    return ValueRule(lambda value: value == empty or rule.fits(value), lambda _: empty)


MOMENT: Final = matching(_MOMENT, lambda now: now)
HEX: Final = matching(_HEX, lambda _: "")
LIST, OBJECT = json_of(list, "[]"), json_of(dict, "{}")
