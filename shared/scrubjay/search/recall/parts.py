"""Parts of an answer beside its documents: commits that fit, and memories, each statement once. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.index.kinds import missing
from scrubjay.knowledge.retrieval.query import SCORE
from scrubjay.knowledge.retrieval.scoring import nearness
from scrubjay.memory.grouping.groups import FactGroup
from scrubjay.model.encoded import EmbeddedCorpus
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.search.recall.fitness import ALL_WORDS, Bounds, Fit, best_of, held_fit, share_held
from scrubjay.text.telling import telling_words

SEARCHED: Final = 8
"""Commits that are looked at for one answer, before those of one change stand for each other."""

MOST: Final = 2
"""Commits in such an answer."""

FIT: Final = Bounds(0.3, 0.46)
"""For the mean of a commit's cosine and reranker."""

AHEAD: Final = 0.03
"""How much nearer than the nearest of the first documents a commit is that stands in front of them."""

ABOUT: Final = 0.5
"""Share of a question's telling words from which on a document is about it."""

FIRST: Final = 3
"""Documents that any other commit stands behind: those that a reader sees at length."""


@dataclass(frozen=True, slots=True)
class CommitPart:
    """The commits of an answer: in front of its documents, after the first of them, or below the line; and their fit.

    `corpora` say how far the vectors of the commits are; `held` are the question's phrases that commits hold.
    """

    ahead: tuple[Hit, ...] = ()
    behind: tuple[Hit, ...] = ()
    below: tuple[Hit, ...] = ()
    fit: Fit = "nothing"
    corpora: tuple[EmbeddedCorpus, ...] = ()
    held: frozenset[str] = frozenset()

    @property
    def behind_all(self) -> "CommitPart":
        """The same commits with none in front of the documents."""
        return replace(self, ahead=(), behind=(*self.ahead, *self.behind))

    def among(self, documents: Sequence[Hit]) -> tuple[Hit, ...]:
        """The documents and commits in one list."""
        return (*self.ahead, *documents[:FIRST], *self.behind, *documents[FIRST:])

    def degraded_with(self, documents: HybridResult) -> tuple[str, ...]:
        """What the documents' answer lacks, where missing vectors of commits are counted in."""
        told = missing(documents.corpora)
        others = (note for note in documents.degraded if note != told)
        return (*filter(None, [missing((*documents.corpora, *self.corpora))]), *others)


def commit_part(
    phrasings: Sequence[str],
    ranked: Sequence[Hit],
    asked: Sequence[Hit],
    documents: Sequence[Hit],
    each_change: Callable[[Sequence[Hit]], Sequence[Hit]],
    leads: Collection[str] = (),
) -> CommitPart:
    """The commits that join documents: at most two that fit; in front if they fit clearly better.

    `asked` are those that the question itself finds: near to its keywords is each commit that has them in its subject.
    `each_change` leaves one commit of each change; `leads` are commits that are near whatever the documents are.
    """
    fits = {hit.blob: best_of(commit_fit(words, hit) for words in phrasings) for hit in ranked}
    says_more = _more_than(phrasings[0], documents[:FIRST])
    near = {hit.blob for hit in asked if says_more(hit)} | set(leads)
    told = each_change(
        [hit for hit in ranked if fits[hit.blob] == "good" or (fits[hit.blob] == "weak" and hit.blob in near)]
    )
    shown = told[:MOST]
    return CommitPart(
        tuple(hit for hit in shown if hit.blob in near),
        tuple(hit for hit in shown if hit.blob not in near),
        () if shown else tuple(ranked[:1]),
        best_of(fits[hit.blob] for hit in shown),
    )


def commit_fit(query: str, commit: Hit) -> Fit:
    """How well a commit fits a question, by nearness or by the telling words that it holds."""
    words = telling_words(query)
    if words and share_held((commit.title, commit.text), words) >= ALL_WORDS:
        return "good"
    near = nearness(commit.scores)
    return held_fit(commit) if near is None else FIT.fit(near)


def _more_than(query: str, documents: Sequence[Hit]) -> Callable[[Hit], bool]:
    """A function that tells whether a commit fits clearly better than documents: nearer, and with more telling words.

    Where these hold less than half of them, it need only be nearer: the question may have other words than its answer.
    """
    least = max((nearness(hit.scores) or 0.0 for hit in documents), default=0.0) + AHEAD
    words = telling_words(query)
    told = max((_share_of_words(hit, words) for hit in documents), default=0.0)

    def says_more(commit: Hit) -> bool:
        return (nearness(commit.scores) or 0.0) >= least and (told < ABOUT or _share_of_words(commit, words) > told)

    return says_more


def _share_of_words(hit: Hit, words: frozenset[str]) -> float:
    """The share of some words that a hit holds; 0 without words."""
    return share_held((hit.path, hit.title, hit.heading, hit.text), words) if words else 0.0


PLACES: Final = 3
"""Memories that follow documents that fit, whatever their grades."""

NEAR: Final = Bounds(0.24, 0.45)
"""For the mean of a memory's cosine and reranker. Good: chosen on 86 questions about four repositories and 170 about
what they don't hold (ADR 0104). Weak: on 40 that one of 40 memories answers and 70 that none does (ADR 0111)."""

WORDS: Final = Bounds(0.5, ALL_WORDS)
"""For the share of a question's telling words that a memory without a vector holds."""


@dataclass(frozen=True, slots=True)
class MemoryPart:
    """The memories to show above the line, or the nearest one to show below it; and the best one's fit."""

    above: tuple[Hit, ...] = ()
    below: tuple[Hit, ...] = ()
    fit: Fit = "nothing"


def memory_part(
    phrasings: Sequence[str], ranked: Sequence[Hit], told: Collection[str], limit: int, documents: Fit, *, asked: bool
) -> MemoryPart:
    """The memories that join documents of that fit, or stand alone where one fits and no document does.

    Alone, those that fit well have the answer's `limit` of places. Who `asked` for memories sees them by rank, whether
    they fit or not.
    """
    fits = [best_of(memory_fit(words, hit) for words in phrasings) for hit in ranked]
    best = best_of(fits)
    if documents != "nothing":
        return MemoryPart(told_first(ranked[: min(PLACES, limit)], told), fit=best)
    if best == "nothing" and not asked:
        return MemoryPart(below=tuple(ranked[:1]))
    shown = [
        hit
        for place, (hit, fit) in enumerate(zip(ranked, fits, strict=True))
        if asked or place < PLACES or fit == "good"
    ]
    return MemoryPart(tuple(shown[:limit]), fit=best)


def memory_fit(query: str, memory: Hit) -> Fit:
    """How well a memory fits a question, by nearness, else by the words that it holds."""
    words = telling_words(query)
    held = share_held((memory.text,), words) if words else 1.0
    near = nearness(memory.scores)
    if held >= ALL_WORDS:
        return "good"
    if near is None:
        return held_fit(memory) if SCORE in memory.scores else WORDS.fit(held)
    return NEAR.fit(near)


def told_first(ranked: Sequence[Hit], told: Collection[str]) -> tuple[Hit, ...]:
    """The memories by rank, but the best that a person told comes first."""
    first = next((hit for hit in ranked if hit.blob in told), None)
    return tuple(ranked) if first is None else (first, *(hit for hit in ranked if hit is not first))


def said_once(hits: Sequence[Hit], groups: Mapping[str, FactGroup], shown: Sequence[Hit] = ()) -> tuple[Hit, ...]:
    """The hits with only the strongest of each group, at the place of the group's first hit.

    A group of which something is `shown` already isn't shown again.
    """
    done = {groups[hit.blob].key for hit in shown if hit.blob in groups}
    by_id = {hit.blob: hit for hit in hits if hit.blob in groups}
    kept: list[Hit] = []
    for hit in hits:
        group = groups.get(hit.blob)
        if group is None:
            kept.append(hit)
        elif group.key not in done:
            done.add(group.key)
            kept.append(next(by_id[id] for id in group.members if id in by_id))
    return tuple(kept)


def also_said(groups: Mapping[str, FactGroup]) -> dict[str, int]:
    """How many other memories of its group say the same, for each memory by id."""
    return {id: len(group.members) - 1 for id, group in groups.items()}
