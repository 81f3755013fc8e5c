"""Fit: does what was found answer the question? Nothing, weak or good, by nearness and by the words held; pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scrubjay.model.hit import Hit
from scrubjay.retrieval.pasted import is_pasted, prose_of
from scrubjay.text.telling import telling_words

Fit = Literal["nothing", "weak", "good"]

Cosines = Callable[[Sequence[Hit]], dict[int, float]]
"""Computes the cosines of hits that have no vector yet, by passage; none where there is no model."""

LOOKED_AT: Final = 3
"""The first hits of each part of an answer, of which the best one counts."""

WEAK_SHOWN: Final = 2
"""Hits of an answer that fits weakly, as far as a reader sees it."""

COMPLETE: Final = 0.95
"""Share of vectors from which the nearest hits are known; below, the first ones are those that hold the words."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is below `weak` fits weakly, what is below `nothing` not at all."""

    nothing: float
    weak: float

    def fit(self, value: float) -> Fit:
        """The fit of the best hit's value."""
        return "nothing" if value < self.nothing else "weak" if value < self.weak else "good"


RERANKER: Final = Bounds(0.47, 0.55)
COSINE: Final = Bounds(0.26, 0.36)
INCOMPLETE: Final = Bounds(0.1, 0.32)
"""For cosines of what was found by words while vectors come: the answer may not be among it."""
WORDS: Final = Bounds(0.28, 0.45)
"""Chosen on 60 questions about three repositories (docs/figures.md, "When nothing fits"), each asked of its own
repository and of the two others, so that 3 % of the answerable ones are told as nothing and 15 % as weak."""

ALL_WORDS: Final = 0.8
"""Share of the question's words that is enough whatever the vectors say: who types what stands there means it."""

_ORDER: Final[tuple[Fit, ...]] = ("nothing", "weak", "good")
NOTES: Final[dict[Fit, str]] = {
    "nothing": "nothing fits this question",
    "weak": "weak fit: this may not answer it",
    "good": "",
}


def fit_of(query: str, best: Sequence[Hit], embedded: float, cosines: Cosines, *, named: bool) -> Fit:
    """How well the best of the first hits fits a question.

    `embedded` is the share of the searched passages with vectors; `named` says that the question names what was found.
    A query without a telling word, such as a mere filter, is not judged. A pasted text is judged by the words of its
    own prose: nothing is near to all that was pasted.
    """
    if not best:
        return "nothing"
    words = telling_words(prose_of(query) or query)
    if named or not words:
        return "good"
    held = max(share_held((hit.path, hit.title, hit.heading, hit.text), words) for hit in best)
    if held >= ALL_WORDS:
        return "good"
    nearness = _by_nearness(best) if embedded >= COMPLETE else _while_vectors_come(best, cosines)
    if nearness is None or is_pasted(query):
        return max(WORDS.fit(held), nearness or "nothing", key=_ORDER.index)
    return nearness


def best_fit(phrasings: Sequence[str], best: Sequence[Hit], embedded: float, cosines: Cosines, *, named: bool) -> Fit:
    """The best fit to any phrasing of one question."""
    return best_of(fit_of(words, best, embedded, cosines, named=named) for words in phrasings)


def best_of(fits: Iterable[Fit]) -> Fit:
    """The best of some fits; nothing of none."""
    return max(fits, key=_ORDER.index, default="nothing")


def trimmed(fit: Fit, hits: Sequence[Hit]) -> Sequence[Hit]:
    """As many hits as a reader sees of an answer."""
    return {"nothing": (), "weak": hits[:WEAK_SHOWN], "good": hits}[fit]


def _by_nearness(hits: Sequence[Hit]) -> Fit | None:
    """By the reranker where it took part, else by the vectors; None where neither did."""
    for arm, bounds in (("reranker", RERANKER), ("vector", COSINE)):
        values = [hit.scores[arm] for hit in hits if arm in hit.scores]
        if values:
            return bounds.fit(max(values))
    return None


def _while_vectors_come(hits: Sequence[Hit], cosines: Cosines) -> Fit | None:
    """Each hit by its reranker, else by its vector or one computed for it; None where there is no model."""
    computed = cosines([hit for hit in hits if "vector" not in hit.scores][:LOOKED_AT])
    fits = [RERANKER.fit(hit.scores["reranker"]) for hit in hits if "reranker" in hit.scores]
    near = computed | {hit.passage: hit.scores["vector"] for hit in hits if "vector" in hit.scores}
    fits += [INCOMPLETE.fit(near[hit.passage]) for hit in hits if hit.passage in near and "reranker" not in hit.scores]
    return max(fits, key=_ORDER.index, default=None)


def share_held(texts: Iterable[str], words: frozenset[str]) -> float:
    """The share of a question's telling words that a hit holds in its path, title, heading and text together."""
    text = " ".join(texts).lower()
    return sum(word in text for word in words) / len(words)
