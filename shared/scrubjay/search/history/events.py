"""What happened to a thing, in order: events of commits, decisions and incidents as one timeline; pure."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scrubjay.knowledge.documents.incidents import Incident
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.history import StoryEvent
from scrubjay.text.words import STOP_WORDS, Word, beginning, words

RANK_OFFSET: Final = 60
"""k of reciprocal rank fusion, as the arms of a search have it."""

ADDED_WORDS: Final = 8
"""Words that commits or documents about the topic lend it. 6 bring as many events."""

SHARED_WORDS: Final = 15
"""Words that each of both lends, among which one that both lend belongs to the topic."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Story:
    """Events in order, and what was missing while they were looked for.

    `as_of` is when the discussions among them were read (YYYY-MM-DD HH:MM, UTC); empty where none is. `instead` is the
    topic that is told where nothing speaks of the one that was asked for, `near` what else is near to it.
    """

    events: tuple[StoryEvent, ...]
    degraded: tuple[str, ...] = ()
    as_of: str = ""
    instead: str = ""
    near: tuple[str, ...] = ()


def in_order(events: Iterable[StoryEvent]) -> tuple[StoryEvent, ...]:
    """The events with a day, oldest first, each once; those of one day as they landed, parents first."""
    dated = {event for event in events if _DAY.match(event.at)}
    return tuple(sorted(dated, key=_when))


def _when(event: StoryEvent) -> tuple[str, str, int, str, str, str]:
    return event.day, event.landed, event.place, event.at, event.source, event.what


def decision_events(entry: DecisionEntry, decisions: Mapping[str, DecisionEntry]) -> Iterable[StoryEvent]:
    """When a decision was taken, and what it replaced, as far as the records or git have dates."""
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
    """When an incident began, and when it was resolved."""
    severity = f" ({incident.severity})" if incident.severity else ""
    yield StoryEvent(at=incident.day, what=f"incident: {title}{severity}", source=path, dated_by=incident.dated_by)
    if incident.resolved:
        yield StoryEvent(at=incident.resolved, what=f"incident resolved: {title}", source=path, dated_by="record")


def word_counts(texts: Iterable[str]) -> Counter[str]:
    """How many of some texts hold each word; under "" how many there are."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({"", *_telling(text)})
    return counts


def lent_words(texts: Iterable[str], topic: str, common: Mapping[str, int], most: int = ADDED_WORDS) -> list[str]:
    """The words that texts about a topic share and the topic lacks, the most telling first: few other texts have them.

    `common` are the word counts of all texts among which they are looked for: a word that none holds finds nothing.
    """
    known = {beginning(word) for word in _telling(topic)}
    weights: dict[str, float] = {}
    for text in texts:
        for word in _telling(text):
            if common.get(word) and beginning(word) not in known:
                weights[word] = weights.get(word, 0.0) + math.log(common[""] / (common[word] + 1))
    return sorted(weights, key=lambda word: (-round(weights[word], 6), word))[:most]


def _telling(text: str) -> frozenset[str]:
    return frozenset(word for word in words(text.lower(), Word.WHOLE, shortest=3) if not word.isdecimal()) - STOP_WORDS


def fused(rankings: Sequence[Sequence[str]]) -> dict[str, float]:
    """One score for each id from several rankings, by reciprocal ranks."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, name in enumerate(ranking, 1):
            scores[name] = scores.get(name, 0.0) + 1 / (RANK_OFFSET + rank)
    return scores
