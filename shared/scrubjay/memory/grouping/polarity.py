"""Does one of two claims turn round what the other says: deny it, say its opposite, another time, another duty? Pure.

A denial in one claim and an opposite word in the other cancel each other: "may not grow above" is "has to stay below".
"""

import re
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final, NamedTuple

from scrubjay.memory.grouping.lists import (
    alternatives,
    denies,
    expression,
    joined,
    measured,
    places_of_alternatives,
    plain_words,
    word_set,
)
from scrubjay.model.pattern import pattern
from scrubjay.text.words import Word, stem, words

_TURNS: Final = ("un", "dis", "non", "non-", "in")
_TIME: Final = pattern(
    r"\d[\d.,:]*(?:[ -]?(?:s|ms|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|nights?"
    r"|quarters?)\b|\s?%)?",
    re.I,
)


@lru_cache(maxsize=20_000)
def opposites(word: str) -> frozenset[str]:
    """The stems that say the opposite of a stem by a beginning: "valid", "invalid"; "enabl", "disabl"."""
    forms = {turn + word for turn in _TURNS if len(word) > 3}
    forms |= {word.removeprefix(turn) for turn in _TURNS if word.startswith(turn) and len(word) > len(turn) + 3}
    for prefix, other in (("en", "dis"), ("dis", "en")):
        forms |= {other + word.removeprefix(prefix)} if word.startswith(prefix) else set()
    return frozenset(forms)


@lru_cache(maxsize=4_000)
def bare_stems(text: str) -> frozenset[str]:
    """The stems of a claim without its figures and lengths of time."""
    plain = _TIME.sub(" ", measured(joined(text)))
    return frozenset(stem(word.lower()) for word in words(plain, Word.CLAIMED_PARTS))


class Opposed(NamedTuple):
    """How two claims' words stand against each other: `apart` by one of several, or by `pairs` of opposite `words`."""

    apart: bool = False
    pairs: int = 0
    words: frozenset[str] = frozenset()


def opposed(one: str, other: str) -> Opposed:
    """The words of two claims of which one has what excludes the other's."""
    left, right = bare_stems(one), bare_stems(other)
    places = places_of_alternatives()
    mine, yours = _places(left - right, places), _places(right - left, places)
    mine, yours = mine - _places(right, places), yours - _places(left, places)
    found: list[AbstractSet[str]] = []
    for number, place in sorted(mine):
        for _, against in sorted(pair for pair in yours if pair[0] == number and pair[1] != place):
            groups = alternatives()[number]
            if len(groups) > 2:
                return Opposed(apart=True)
            found.append((groups[place] & (left - right)) | (groups[against] & (right - left)))
    for word in sorted(left ^ right):
        theirs = right - left if word in left else left - right
        if turned := opposites(word) & theirs:
            found.append({word} | turned)
    count, words = 0, frozenset[str]()
    for pair in found:
        if not words & pair:
            count, words = count + 1, words | pair
    return Opposed(pairs=count, words=words)


def _places(stems: AbstractSet[str], places: dict[str, frozenset[tuple[int, int]]]) -> set[tuple[int, int]]:
    return {place for word in stems for place in places.get(word, ())}


@lru_cache(maxsize=4_000)
def _denials(text: str, without: frozenset[str] = frozenset()) -> tuple[tuple[int, int], ...]:
    """How often a claim denies, and how often it denies or refuses, in each of five readings.

    As it stands; without its reason; without what it names as the contrary; without both; "instead of" as a denial.
    """
    plain = expression("neutral").sub(" ", joined(text))
    contrast, reason = expression("contrast"), expression("reason")
    readings = (
        plain,
        reason.sub(" ", plain),
        contrast.sub(" ; ", plain),
        contrast.sub(" ; ", reason.sub(" ", plain)),
        expression("instead").sub(" not ", plain),
    )
    return tuple(_counted(plain_words(reading), without) for reading in readings)


def _counted(words: list[str], without: frozenset[str]) -> tuple[int, int]:
    denials = sum(map(denies, words))
    return denials, denials + sum(word in word_set("refusing") and stem(word) not in without for word in words)


def other_polarity(one: str, other: str) -> bool:
    """Whether one of two claims turns round what the other says."""
    words = opposed(one, other)
    if words.apart:
        return True
    pairs = list(zip(_denials(one, words.words), _denials(other, words.words), strict=True))
    if words.pairs:
        return any((mine[1] + yours[1] + words.pairs) % 2 for mine, yours in pairs)
    return all((mine[0] + yours[0]) % 2 and (mine[1] + yours[1]) % 2 for mine, yours in pairs)


def other_time_or_duty(one: str, other: str) -> bool:
    """Whether only one of two claims speaks of the future, of what is over, or of what is left to one's choice."""
    return any(
        bool(form.search(one)) != bool(form.search(other)) for form in map(expression, ("future", "past", "optional"))
    )
