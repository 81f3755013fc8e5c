"""Commits and their people in an answer: names, days and order, and which authors a question names; pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from scrubjay.inference.tokens import count_tokens
from scrubjay.model.frozen import dataclass
from scrubjay.model.history import CommitFacts
from scrubjay.search.history.question import CommitPlace, When
from scrubjay.text.words import Word, matches, words

NAMED = 3
"""Authors of a merge that are named."""

BOT = "[bot]"
"""How forges end the name of an account that is no person."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who knows a topic: the name as commits have it, never an address.

    `last` is the day (ISO 8601) of their newest commit to the files that answer the topic, or about it.
    """

    name: str
    last: str


def by_line(authors: Sequence[str]) -> str:
    """Names in a line: the first few, and how many more there are."""
    more = f" and {len(authors) - NAMED} more" if len(authors) > NAMED else ""
    return f"{', '.join(authors[:NAMED])}{more}"


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


_BEFORE: Final = frozenset({"by", "did", "has", "had", "from"})
"""Words behind which a single name can only be somebody's or something's that acts."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A word of the question without a possessive ending, where it stands, and whether only a name stands there.

    `alone`: nothing that it could describe follows it.
    """

    text: str
    start: int
    end: int
    acts: bool
    alone: bool


def may_name_somebody(text: str) -> bool:
    """Whether a text has the form of one that names a person: only then are the names looked up."""
    spoken = _spoken_words(text)
    titled = (first.text[0].isupper() and second.text[0].isupper() for first, second in pairwise(spoken))
    return any(word.acts for word in spoken) or any(titled)


def named_authors(text: str, names: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """The authors that a text names, sorted, and the text without them.

    A name of several words counts wherever it stands, also without names in its middle; a given name, or a name of one
    word, only behind a word such as "by" and "did" or as in "Ada's", and the given name with its capital. A name that
    is an ordinary word in lower case, such as "unknown", counts only behind "did" or where a clause ends.
    """
    spoken = _spoken_words(text)
    lower = [word.text.casefold() for word in spoken]
    places: dict[str, tuple[int, int]] = {}
    for name in names:
        parts = name.split()
        folded = [part.casefold() for part in parts]
        for at, word in enumerate(spoken):
            if lower[at] != folded[0]:
                continue
            length = _run(lower[at:], folded)
            if length > 1:
                places[name] = (at, length)
            elif word.acts and _is_given(word.text, parts) and (word.alone or not _is_ordinary(name)):
                places.setdefault(name, (at, 1))
    whole = {at for at, length in places.values() if length > 1}
    chosen = {name: spot for name, spot in places.items() if spot[1] > 1 or spot[0] not in whole}
    rest = text
    for at, length in sorted(set(chosen.values()), reverse=True):
        rest = f"{rest[: spoken[at].start]}{rest[spoken[at + length - 1].end :]}"
    return tuple(sorted(chosen)), " ".join(rest.split())


def _run(spoken: list[str], name: list[str]) -> int:
    """How many words a text begins with that are a name's first and, in order, others of it."""
    length = at = 0
    while length < len(spoken) and spoken[length] in name[at:]:
        at = name.index(spoken[length], at) + 1
        length += 1
    return length


def _is_ordinary(name: str) -> bool:
    """Whether a name is a word that anybody may use: one in lower case that a tokenizer knows whole."""
    return name.isalpha() and name.islower() and count_tokens(f" {name}") == 1


def _is_given(word: str, parts: list[str]) -> bool:
    return len(parts) == 1 or (word == parts[0] and word[0].isupper())


def _spoken_words(text: str) -> list[_Spoken]:
    spoken: list[_Spoken] = []
    before = ""
    for match in matches(text, Word.NAMED):
        word = match[0]
        owner = word[:-2] if word.lower().endswith(("'s", "’s")) else word
        acts = before in _BEFORE or owner != word
        alone = before == "did" or not text[match.end() :].lstrip()[:1].isalnum()
        spoken.append(_Spoken(owner, match.start(), match.end(), acts, alone))
        before = word.lower()
    return spoken
