"""The timeline of a topic: which texts belong to it, and what happened in which order; by words alone, pure."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.documents.incidents import Incident
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass
from scrubjay.model.history import StoryEvent
from scrubjay.model.pattern import pattern
from scrubjay.text.scripts import pairs_as_words
from scrubjay.text.words import STOP_WORDS, Word, beginning, spaced_camel_case, stem, words

RANK_OFFSET: Final = 60
"""k of reciprocal rank fusion, as the arms of a search have it."""

ADDED_WORDS: Final = 8
"""Words that commits or documents about the topic lend it. 6 bring as many events."""

SHARED_WORDS: Final = 15
"""Words that each of both lends, among which one that both lend belongs to the topic."""

_DAY = pattern(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Story:
    """Events in order; `degraded` says what couldn't be searched.

    `as_of` is when the discussions among them were read (YYYY-MM-DD HH:MM, UTC); empty where none is. `instead` is the
    topic that is told where nothing speaks of the one that was asked for, `near` what else is near to it.
    """

    events: tuple[StoryEvent, ...]
    degraded: tuple[str, ...] = ()
    as_of: str = ""
    instead: str = ""
    near: tuple[str, ...] = ()


def in_order(events: Iterable[StoryEvent]) -> tuple[StoryEvent, ...]:
    """The events that have a day, oldest first, each once; within a day as they landed, parents first."""
    dated = {event for event in events if _DAY.match(event.at)}
    return tuple(sorted(dated, key=_event_order))


def _event_order(event: StoryEvent) -> tuple[str, str, int, str, str, str]:
    """A key that sorts events by day, then as they landed."""
    return event.day, event.landed, event.place, event.at, event.source, event.what


def decision_events(entry: DecisionEntry, decisions: Mapping[str, DecisionEntry]) -> Iterable[StoryEvent]:
    """The event of a decision: when it was taken, what it replaces, and what superseded it later."""
    decision = entry.decision
    name = f"{decision.name} {decision.title}" if decision.number else decision.title
    replaced = ", ".join(decisions[path].decision.name for path in entry.standing.replaces if path in decisions)
    gone = ", ".join(decisions[path].decision.name for path in entry.standing.superseded_by if path in decisions)
    what = f"decision: {name} ({decision.status or 'no status'}{f'; replaces {replaced}' if replaced else ''})"
    yield StoryEvent(
        at=entry.day,
        what=f"{what}{f', later superseded by {gone}' if gone else ''}",
        source=entry.path,
        dated_by=entry.dated_by,
    )


def incident_events(path: str, title: str, incident: Incident) -> Iterable[StoryEvent]:
    """The events of an incident: when it began, and when it was resolved."""
    severity = f" ({incident.severity})" if incident.severity else ""
    yield StoryEvent(at=incident.day, what=f"incident: {title}{severity}", source=path, dated_by=incident.dated_by)
    if incident.resolved:
        yield StoryEvent(at=incident.resolved, what=f"incident resolved: {title}", source=path, dated_by="record")


def word_counts(texts: Iterable[str]) -> Counter[str]:
    """In how many texts each word stands; under "" the number of texts."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({"", *_telling_words(text)})
    return counts


def lent_words(texts: Iterable[str], topic: str, common: Mapping[str, int], most: int = ADDED_WORDS) -> list[str]:
    """The words that texts about a topic share and the topic lacks, the rarest elsewhere first.

    `common` are the word counts of all texts among which they are looked for: a word that none holds finds nothing.
    """
    known = {beginning(word) for word in _telling_words(topic)}
    weights: dict[str, float] = {}
    for text in texts:
        for word in _telling_words(text):
            if common.get(word) and beginning(word) not in known:
                weights[word] = weights.get(word, 0.0) + math.log(common[""] / (common[word] + 1))
    return sorted(weights, key=lambda word: (-round(weights[word], 6), word))[:most]


def _telling_words(text: str) -> frozenset[str]:
    """The words of a text, without numbers, short words and stop words."""
    return frozenset(word for word in words(text.lower(), Word.WHOLE, shortest=3) if not word.isdecimal()) - STOP_WORDS


def fused_scores(rankings: Sequence[Sequence[str]]) -> dict[str, float]:
    """One score for each id from several rankings, by reciprocal ranks."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, 1):
            scores[name] = scores.get(name, 0.0) + 1 / (RANK_OFFSET + rank)
    return scores


FLOOR: Final = 0.15
"""Share of the best text's weight below which one doesn't belong. From .1 to .2 as many keyed events are told."""

LEAST: Final = 1 / 3
"""Share of the topic, by how rare its words are, that the best text holds; else nothing speaks of it."""

SPOKEN: Final = 1 / 2
"""The same from which on a topic is spoken of in its own words, so that no lent one is needed."""

LENT: Final = 0.5
"""What a lent word weighs beside one of the topic's own that every good text holds."""


@dataclass(frozen=True, slots=True)
class Topic:
    """The words of a topic as stems: `own` with their rarity, `weights` by texts about it, `lent` from such texts."""

    own: Mapping[str, float]
    weights: Mapping[str, float]
    lent: Mapping[str, float]

    def belonging(self, texts: Mapping[str, str]) -> frozenset[str]:
        """The ids of the texts that belong to the topic; none if even the best text holds too little of it."""
        stems = {name: stems_of(text) for name, text in texts.items()}
        held_most = max((sum(self.own.get(one, 0.0) for one in held) for held in stems.values()), default=0.0)
        share = held_most / sum(self.own.values()) if self.own else 0.0
        if share < LEAST:
            return frozenset()
        counted = self.weights if share >= SPOKEN else {**self.lent, **self.weights}
        weights = {name: sum(counted.get(one, 0.0) for one in held) for name, held in stems.items()}
        least = FLOOR * max(weights.values())
        return frozenset(name for name, weight in weights.items() if weight and weight >= least)

    def is_about(self, text: str) -> bool:
        """Whether a text holds at least half of the topic's own words."""
        return bool(self.own) and 2 * len(self.own.keys() & stems_of(text)) >= len(self.own)


def topic_of(text: str, best: Sequence[str], lent: Collection[str], common: Mapping[str, int]) -> Topic:
    """A topic whose words count by their share in the best texts about it.

    `lent` are words that belong to it without standing in it; `common` the word counts of all texts.
    """
    counts: Counter[str] = Counter()
    for word, count in common.items():
        counts[stem(word)] += count
    own = {one: _rarity(one, counts) for one in own_stems(text)}
    holding = [held for held in map(stems_of, best) if held & own.keys()]
    weights = {one: rare * sum(one in held for held in holding) / max(1, len(holding)) for one, rare in own.items()}
    more = {one: LENT * _rarity(one, counts) for one in map(stem, lent) if one not in own} if holding else {}
    return Topic(own, weights, more)


def own_stems(text: str) -> frozenset[str]:
    """The stems of a topic's telling words."""
    return _stems(
        word for word in words(spaced_camel_case(pairs_as_words(text)).lower(), Word.PLAIN) if word not in STOP_WORDS
    )


def stems_of(text: str) -> frozenset[str]:
    """The stems of all words of a text, also of those inside identifiers."""
    return _stems(words(spaced_camel_case(pairs_as_words(text)).lower(), Word.PLAIN))


def _stems(found: Iterable[str]) -> frozenset[str]:
    """The stem of each word."""
    return frozenset(map(stem, found))


def _rarity(one: str, counts: Mapping[str, int]) -> float:
    """How rare a stem is among all texts; at least a little, so that a word in all of them still counts."""
    return max(0.1, math.log((counts.get("", 0) + 1) / (counts.get(one, 0) + 1)))


MOST_LINES: Final = 20_000
"""Lines of a file that are looked through."""


def lines_now(then: str, now: str, first: int, last: int) -> tuple[int, int]:
    """The lines of `now` that hold what stood on the lines `first` to `last` of `then`; (0, 0) where they changed.

    Of several places the one nearest to the old one counts. A line without a letter or digit is found by chance only.
    """
    old, new = then.split("\n"), now.split("\n")[:MOST_LINES]
    wanted = old[max(0, first - 1) : last]
    if not wanted or not any(char.isalnum() for line in wanted for char in line):
        return 0, 0
    many = len(wanted)
    spots = [at for at, line in enumerate(new) if line == wanted[0] and new[at : at + many] == wanted]
    at = min(spots, key=lambda spot: abs(spot + 1 - first), default=-1)
    return (at + 1, at + many) if at >= 0 else (0, 0)
