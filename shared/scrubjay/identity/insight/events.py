"""Events that are counted: each as a measure, one of few labels, a bucket of a histogram, and a table. Pure."""

import math
from enum import StrEnum
from typing import Final

from scrubjay.model.frozen import dataclass

CHARACTERS_A_TOKEN: Final = 4
"""Tokens of a text that was told are estimated so: counting them would cost more than telling it."""

SEARCH: Final = "search"
"""The label of the time that answers to questions take, whoever asked."""

OTHER: Final = "other"
"""Stands for a label that is no plain word."""

_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz_")
_LONGEST: Final = 40


STEPS: Final = 4
"""Buckets from one power of two to the next."""

LEAST: Final = -13
MOST: Final = 120
"""The first and the last bucket: from a tenth to a thousand million; what lies beyond counts as the outermost."""

ERROR: Final = 2 ** (1 / (2 * STEPS)) - 1
"""The largest relative error of a value told by its bucket: 9.1 %."""


class Measure(StrEnum):
    """What is counted. Its labels are words of ours, never of a text, a path or a person."""

    HOW = "search_how"
    WHY = "search_degraded"
    FIT = "search_fit"
    MISSED = "search_without_hit"
    MILLISECONDS = "milliseconds"
    TOLD = "told_tokens"
    OUTCOME = "remember_outcome"
    RECALL = "vector_recall"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, to be added to a day's sums: `number` times."""

    measure: Measure
    label: str
    bucket: int = 0
    number: int = 1


def labelled(text: str) -> str:
    """A label that can be stored: the text where it is a plain word, else "other"."""
    plain = 0 < len(text) <= _LONGEST and text[0] != "_" and _LETTERS.issuperset(text)
    return text if plain else OTHER


Key = tuple[str, str, str, int]
"""Day, measure, label and bucket of a sum."""


def key_of(day: str, event: Event) -> Key:
    """The key of the sum that an event of a day is added to."""
    return day, str(event.measure), labelled(event.label), event.bucket


def bucket_of(value: float) -> int:
    """The bucket of a value: the n-th holds what is above 2^((n-1)/4), up to 2^(n/4)."""
    if value <= 0:
        return LEAST
    return max(LEAST, min(MOST, math.ceil(round(STEPS * math.log2(value), 9))))


def duration_event(label: str, milliseconds: float) -> Event:
    """How long something took."""
    return Event(Measure.MILLISECONDS, label, bucket_of(milliseconds))


def told_events(channel: str, characters: int) -> tuple[Event, ...]:
    """A text that a session was given unasked; nothing for an empty one."""
    tokens = -(-characters // CHARACTERS_A_TOKEN)
    if not tokens:
        return ()
    return (Event(Measure.TOLD, channel, number=tokens),)


def searched(how: str, why: str, fit: str, hits: int) -> tuple[Event, ...]:
    """An answered question: how it was searched, why with less than was asked for, how well the best hit fits."""
    events = [Event(Measure.HOW, how), Event(Measure.FIT, fit)]
    events += [Event(Measure.WHY, why)] if why else []
    events += [] if hits else [Event(Measure.MISSED, "searches")]
    return tuple(events)


def remembered(outcome: str, grade: str) -> tuple[Event, ...]:
    """A claim that was to be kept: how it ended, and with which grade where it was stored."""
    return (Event(Measure.OUTCOME, f"{outcome}_{grade}" if outcome == "stored" and grade else outcome),)
