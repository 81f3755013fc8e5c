"""Scores of turns beside their words and meaning: by their neighbours, who said them, and when. Pure.

Chosen on one half of the conversations of BEAM 100K and of LoCoMo, reported on the other and on BEAM 500K (ADR 0065).
Who said a turn counts only where a question names that person: that a set labels the user's turns says nothing of
other talks. Short turns heard two further on raise LoCoMo's and leave BEAM's, whose turns are long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, words

BRIEF = 400
"""Bytes up to which a turn says little by itself: 95 % of the turns between two people, few of an assistant's."""

Moment = tuple[str, int]
"""When a turn was said, as ISO 8601 or empty, and its place among all: later ones are greater."""

AMONG = 10
"""Turns that `latest_first` looks at: the answer that an agent reads."""

_NOW = pattern(
    r"\W*(?:is|are|am|do|does|has|have)\b"
    r"|\W*(?:at )?(?:what|which|who|where|when|how)\b[^?]{0,60}?\b(?:is|are|am|do|does|has|have|should|can)\b",
    re.IGNORECASE,
)
_THEN = pattern(
    r"\b(?:was|were|did|had|ever|between|first|initial\w*|original\w*|before|earlier|previous\w*|used to|history|"
    r"over time|order|change\w*|evolv\w*)\b",
    re.IGNORECASE,
)

ROLES = frozenset(("user", "assistant", "tool", "system"))
"""Parts in a talk, no names: a question about a user's login doesn't ask what the user said."""


@dataclass(frozen=True, slots=True)
class TurnPosition:
    """The place of a turn: its conversation, its number there, and the bytes of it and of the next turn."""

    conversation: Hashable
    number: int
    bytes: int = 0
    following: int = 0


@dataclass(frozen=True, slots=True)
class Talk:
    """How a recipe ranks the turns of a conversation.

    `adjacent`: the share that the turns next to one lend it; `beyond`: that of the turns after those, where all three
    are brief; `named`: what the turns of the one person that the question names get; `latest`: how much worse a newer
    turn may score and still go first, where the question is about what holds now, and `alike`: the cosine that it must
    have with the older one. Scores are in the units of the blend, where a good turn has about 1.
    """

    adjacent: float
    beyond: float
    named: float
    latest: float
    alike: float


def asks_for_now(query: str) -> bool:
    """Whether an English question wants what holds now: asked in the present, with no word for the past."""
    return _NOW.match(query) is not None and _THEN.search(query) is None


def smoothed(scores: Sequence[float], places: Sequence[TurnPosition], adjacent: float, beyond: float) -> list[float]:
    """The scores of turns; each turn also gets a part of its neighbours' scores in the same conversation.

    A turn that isn't in the pool lends nothing.
    """
    lowest = min(scores, default=0.0)
    pool = {
        (position.conversation, position.number): (position, score - lowest)
        for position, score in zip(places, scores, strict=True)
    }

    def lent(place: TurnPosition) -> float:
        total = 0.0
        for offset in (-2, -1, 1, 2):
            if other := pool.get((place.conversation, place.number + offset)):
                share = (
                    adjacent if abs(offset) == 1 else beyond * _are_brief(*sorted((place, other[0]), key=_number_of))
                )
                total += share * other[1]
        return total

    return [round(score + lent(place), 6) for score, place in zip(scores, places, strict=True)]


def _number_of(place: TurnPosition) -> int:
    """The number of a turn in its conversation, to sort by."""
    return place.number


def _are_brief(before: TurnPosition, after: TurnPosition) -> bool:
    """Whether two turns and the one between them are brief."""
    return max(before.bytes, before.following, after.bytes) <= BRIEF


def by_named(scores: Sequence[float], speakers: Sequence[str], query: str, bonus: float) -> list[float]:
    """The scores of turns, with a bonus for those of the one speaker that a question names.

    A speaker is named by the whole name or its first word, as they write it: to mark is no Mark. `ROLES` are no names.
    """
    asked = f" {' '.join(words(query, Word.PLAIN))} "
    named = {speaker for speaker in set(speakers) if _is_named(speaker, asked)}
    if len(named) != 1:
        return list(scores)
    return [score + bonus * (speaker in named) for score, speaker in zip(scores, speakers, strict=True)]


def _is_named(speaker: str, asked: str) -> bool:
    """Whether a question names a speaker by the whole name or its first word."""
    name = words(speaker, Word.PLAIN)
    if not name or speaker.casefold() in ROLES:
        return False
    first = name[0].casefold() not in STOP_WORDS and f" {name[0]} " in asked
    return first or f" {' '.join(name)} " in asked


def tells_other_figures(newer: str, older: str) -> bool:
    """Whether both texts hold numbers, and the newer one some that the older one lacks, as when a value changed."""
    told, before = _numbers_in(newer), _numbers_in(older)
    return bool(before) and not told <= before


def _numbers_in(text: str) -> set[str]:
    """The words of a text that begin with a digit."""
    return {word for word in words(text, Word.OBSERVED) if word[0].isdecimal()}


def best_first(scores: Sequence[float]) -> list[int]:
    """The indexes of the turns that `latest_first` looks at, best first."""
    return sorted(range(len(scores)), key=lambda index: (-scores[index], index))[:AMONG]


def latest_first(
    scores: Sequence[float], moments: Sequence[Moment], within: float, updates: Callable[[int, int], bool]
) -> list[float]:
    """The scores, where among turns that answer about equally well the newest gets the best one.

    `updates(newer, older)` says whether one turn may tell anew what the other told. The scores stay the same as a
    whole; they only change hands.
    """
    head = best_first(scores)
    result = list(scores)
    for prize in [scores[index] for index in head]:
        best = head[0]
        able = [
            index
            for index in head
            if scores[index] >= scores[best] - within
            and (index == best or (moments[index] > moments[best] and updates(index, best)))
        ]
        newest = max(able, key=lambda index: (moments[index], -index))
        result[newest] = prize
        head.remove(newest)
    return result
