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
    """Commits, best first; if a question asks for the first or last one, those with nearly the best score by age.

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
        letters = _title_words(facts[sha]) if sha in facts else (sha,)
        if letters in seen or (sha in facts and all(name.endswith(BOT) for name in facts[sha].authors)):
            late.append(sha)
        seen.add(letters)
    return [*(sha for sha in by_score if sha not in late), *late]


def folded(scores: Mapping[str, float], facts: Mapping[str, CommitFacts], near: float = NEAR) -> dict[str, float]:
    """The scores without merges that say no more than one of their commits; that commit gets the better score.

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
    """The scores, where the oldest of commits with one title gets their best score: others are backports."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for sha in scores:
        if sha in facts:
            groups.setdefault(_title_words(facts[sha]), []).append(sha)
    changed = dict(scores)
    for group in groups.values():
        by_score = sorted(group, key=lambda sha: (-scores[sha], sha))
        oldest = min(group, key=lambda sha: (facts[sha].seconds, sha))
        changed[by_score[0]], changed[oldest] = scores[oldest], scores[by_score[0]]
    return changed


def _title_words(facts: CommitFacts) -> tuple[str, ...]:
    """The words of a commit's title in lower case."""
    return tuple(words(facts.title.lower(), Word.LETTERS, shortest=2))


def joined(
    documents: Sequence[T], commits: Sequence[T], place: CommitPlace, limit: int, holds: Callable[[T], int]
) -> tuple[T, ...]:
    """At most `limit` documents and commits in one list; documents alone unless commits lead.

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
    """Two lists as one: two of the first, one of the second, and so on."""
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
    """A word of a question without a possessive ending, with its position and whether only a name can stand there.

    `alone`: nothing that it could describe follows it.
    """

    text: str
    start: int
    end: int
    acts: bool
    alone: bool


def may_name_somebody(text: str) -> bool:
    """Whether a text may name a person by its form; only then are names looked up."""
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
            length = _name_words_at_start(lower[at:], folded)
            if length > 1:
                places[name] = (at, length)
            elif word.acts and _is_first_name(word.text, parts) and (word.alone or not _is_ordinary(name)):
                places.setdefault(name, (at, 1))
    whole = {at for at, length in places.values() if length > 1}
    chosen = {name: spot for name, spot in places.items() if spot[1] > 1 or spot[0] not in whole}
    rest = text
    for at, length in sorted(set(chosen.values()), reverse=True):
        rest = f"{rest[: spoken[at].start]}{rest[spoken[at + length - 1].end :]}"
    return tuple(sorted(chosen)), " ".join(rest.split())


def _name_words_at_start(spoken: list[str], name: list[str]) -> int:
    """How many words at a text's beginning are a name's first word and further words of it, in order."""
    length = at = 0
    while length < len(spoken) and spoken[length] in name[at:]:
        at = name.index(spoken[length], at) + 1
        length += 1
    return length


def _is_ordinary(name: str) -> bool:
    """Whether a name is an everyday word: one in lower case that the tokenizer knows as a whole."""
    return name.isalpha() and name.islower() and count_tokens(f" {name}") == 1


def _is_first_name(word: str, parts: list[str]) -> bool:
    """Whether a word stands for a name: the only word of it, or its first one with a capital."""
    return len(parts) == 1 or (word == parts[0] and word[0].isupper())


def _spoken_words(text: str) -> list[_Spoken]:
    """The words of a text, each with what its surroundings say about a name."""
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
