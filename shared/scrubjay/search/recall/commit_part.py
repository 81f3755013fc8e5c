"""The commits of an answer that names no kinds: those that fit, and where they stand among its documents. Pure."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scrubjay.knowledge.index.corpora import missing
from scrubjay.knowledge.retrieval.scoring import nearness
from scrubjay.model.encoded import EmbeddedCorpus
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
    """Commits in front of the documents and behind the first of them, the nearest of the others, and their fit.

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
        """The same where none stands in front."""
        return replace(self, ahead=(), behind=(*self.ahead, *self.behind))

    def among(self, documents: Sequence[Hit]) -> tuple[Hit, ...]:
        """The documents in their order with the commits among them."""
        return (*self.ahead, *documents[:FIRST], *self.behind, *documents[FIRST:])

    def degraded_with(self, documents: HybridResult) -> tuple[str, ...]:
        """What is missing of the documents' answer, with the vectors of commits told among theirs."""
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
    """The commits that join documents: at most two that fit, in front where they say clearly more than these.

    `asked` are those that the question itself finds: near to its keywords is each commit that has them in its subject.
    `each_change` leaves one commit of each change; `leads` are commits that are near whatever the documents are.
    """
    fits = {hit.blob: best_of(commit_fit(words, hit) for words in phrasings) for hit in ranked}
    says_more = _says_more(phrasings[0], documents[:FIRST])
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
    """How well a commit fits a question: by how near it is, or because it holds the words that tell."""
    words = telling_words(query)
    if words and share_held((commit.title, commit.text), words) >= ALL_WORDS:
        return "good"
    near = nearness(commit.scores)
    return held_fit(commit) if near is None else FIT.fit(near)


def _says_more(query: str, documents: Sequence[Hit]) -> Callable[[Hit], bool]:
    """Whether a commit says clearly more than the first documents: it is nearer, and holds more of the words that tell.

    Where these hold less than half of them, it need only be nearer: the question may have other words than its answer.
    """
    least = max((nearness(hit.scores) or 0.0 for hit in documents), default=0.0) + AHEAD
    words = telling_words(query)
    told = max((_held(hit, words) for hit in documents), default=0.0)

    def says_more(commit: Hit) -> bool:
        return (nearness(commit.scores) or 0.0) >= least and (told < ABOUT or _held(commit, words) > told)

    return says_more


def _held(hit: Hit, words: frozenset[str]) -> float:
    return share_held((hit.path, hit.title, hit.heading, hit.text), words) if words else 0.0
