"""Commits in the order of an answer: by score or by age, the telling ones first, then placed among documents; pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from scrubjay.model.history import CommitFacts
from scrubjay.search.history.question import CommitPlace, When
from scrubjay.search.history.values import BOT
from scrubjay.text.words import Word, words

T = TypeVar("T")

IN_FRONT: Final = 3
"""Commits that stand before the first document where a question asks who or when: what a terminal shows."""

NEAR: Final = 0.85
"""Share of the best score from which on a commit tells as well: there age decides where the first or the last is asked
for, and a merged commit stands for its merge. Chosen on questions about httpx and datasette."""


def ordered(scores: Mapping[str, float], facts: Mapping[str, CommitFacts], when: When) -> list[str]:
    """Commits, best first; where a question asks for the first or the last, those near the best by age.

    What bots wrote, and what differs from a better one in numbers alone, follows behind all else: "Bump x to 2.1".
    """
    best = max(scores.values(), default=0.0)
    by_score = sorted(scores, key=lambda sha: (-scores[sha], sha))
    if when is not When.ANY:
        near = [sha for sha in by_score if sha in facts and scores[sha] >= NEAR * best]
        near.sort(key=lambda sha: facts[sha].seconds, reverse=when is When.LAST)
        by_score = [*near, *(sha for sha in by_score if sha not in near)]
    seen: set[tuple[str, ...]] = set()
    late: list[str] = []
    for sha in by_score:
        letters = _letters(facts[sha]) if sha in facts else (sha,)
        if letters in seen or (sha in facts and all(name.endswith(BOT) for name in facts[sha].authors)):
            late.append(sha)
        seen.add(letters)
    return [*(sha for sha in by_score if sha not in late), *late]


def folded(scores: Mapping[str, float], facts: Mapping[str, CommitFacts], near: float = NEAR) -> dict[str, float]:
    """The scores without those of merges for which a commit of theirs stands, with the better score of both.

    It does where it has at least the share `near` of the merge's score; a merge that says more than its commits stays.
    """
    left = dict(scores)
    for sha in sorted(scores):
        inner = [other for other in facts[sha].merged if other in left] if sha in facts else []
        best = min(inner, key=lambda other: (-scores[other], other), default="")
        if best and scores[best] >= near * scores[sha]:
            left[best] = max(left[best], left.pop(sha))
    return left


def original_first(scores: Mapping[str, float], facts: Mapping[str, CommitFacts]) -> dict[str, float]:
    """The scores so that of commits with one title the oldest has the best: a backport tells of no new event."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for sha in scores:
        if sha in facts:
            groups.setdefault(_letters(facts[sha]), []).append(sha)
    changed = dict(scores)
    for group in groups.values():
        by_score = sorted(group, key=lambda sha: (-scores[sha], sha))
        oldest = min(group, key=lambda sha: (facts[sha].seconds, sha))
        changed[by_score[0]], changed[oldest] = scores[oldest], scores[by_score[0]]
    return changed


def _letters(facts: CommitFacts) -> tuple[str, ...]:
    return tuple(words(facts.title.lower(), Word.LETTERS, shortest=2))


def joined(
    documents: Sequence[T], commits: Sequence[T], place: CommitPlace, limit: int, holds: Callable[[T], int]
) -> tuple[T, ...]:
    """At most `limit` hits of both, each in its own order; documents alone unless commits lead.

    `holds` counts the words of the topic that a hit has: where a question's form leaves a doubt, documents lead if one
    of the first holds twice as many as the first commits.
    """
    if not place.leads:
        return tuple(documents[:limit])
    if place is CommitPlace.LIKELY:
        told, held = (max(map(holds, hits[:IN_FRONT]), default=0) for hits in (documents, commits))
        if told and told >= 2 * held:
            return tuple(_alternating(documents, commits)[:limit])
    return (*commits[:IN_FRONT], *_alternating(documents, commits[IN_FRONT:]))[:limit]


def _alternating(first: Sequence[T], second: Sequence[T]) -> list[T]:
    """Two of the first, one of the second, and so on."""
    mixed: list[T] = []
    left, right = list(first), list(second)
    while left or right:
        mixed += left[:2] + right[:1]
        left, right = left[2:], right[1:]
    return mixed
