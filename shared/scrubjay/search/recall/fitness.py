"""Fit of an answer to its question: nothing, weak or good, by nearness and by the words held; pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, Protocol, TypeVar

from scrubjay.knowledge.retrieval.query import SCORE, is_pasted, prose_of
from scrubjay.knowledge.retrieval.scoring import nearness
from scrubjay.model.frozen import dataclass
from scrubjay.model.hit import Hit
from scrubjay.text.scripts import folded_text
from scrubjay.text.telling import telling_words

Fit = Literal["nothing", "weak", "good"]

H = TypeVar("H", bound="ComparedHit")


class ComparedHit(Protocol):
    """What found hits and shown hits have in common."""

    @property
    def kind(self) -> str: ...
    @property
    def scores(self) -> Mapping[str, float]: ...


Cosines = Callable[[Sequence[Hit]], dict[int, float]]
"""Computes the cosines of hits that have no vector yet, by passage; none where there is no model."""

LOOKED_AT: Final = 3
"""The first hits of each part of an answer, of which the best one counts."""

AT_LENGTH: Final[dict[Fit, int]] = {"nothing": 0, "weak": 2, "good": 3}
"""Hits of an answer that fits so well that a reader sees at length; the others have a line each."""

WEAK_SHOWN: Final = 5
"""Hits of an answer that fits weakly."""

NEAREST: Final = 3
"""Hits of all corpora together that stand below the line, where nothing fits."""

COMPLETE: Final = 0.95
"""Share of vectors from which the nearest hits are known; below, the first ones are those that hold the words."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The values below which a hit fits weakly (`weak`) or not at all (`nothing`)."""

    nothing: float
    weak: float

    def fit(self, value: float) -> Fit:
        """How well a value fits: "good", "weak" or "nothing"."""
        return "nothing" if value < self.nothing else "weak" if value < self.weak else "good"


NEARNESS: Final = Bounds(0.2, 0.44)
"""For the mean of cosine and reranker. Chosen on 180 questions about three repositories, 40 one-line records among
them: by this alone 3 of 70 about other topics are good, and none of 110 answerable ones is nothing (ADR 0106)."""
COSINE: Final = Bounds(0.26, 0.36)
INCOMPLETE: Final = Bounds(0.1, 0.32)
"""For cosines of what was found by words while vectors come: the answer may not be among it."""
WORDS: Final = Bounds(0.28, 0.45)
"""Chosen on 60 questions about three repositories (docs/figures.md, "When nothing fits"), each asked of its own
repository and of the two others, so that 3 % of the answerable ones are told as nothing and 15 % as weak."""

HELD: Final = Bounds(0.15, 0.4)
"""For the share of a question's words, by what each tells, where the model doesn't know their language. Chosen on 160
questions in Chinese, Japanese, Korean and Thai, half of them about other topics (ADR 0113)."""

CODE: Final = Bounds(0.2, 0.6)
"""For the share of a question's words, by what each tells among definitions, that a definition holds. Of 76 sentences
about seven repositories 5 % are told as nothing where they belong, and 5 % as good where they don't."""

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
    code = best_of(CODE.fit(hit.scores.get(SCORE, 0.0)) for hit in best if hit.kind == "code")
    best = [hit for hit in best if hit.kind != "code"]
    if not best:
        return code
    return max(code, _of_documents(query, best, embedded, cosines, held), key=_ORDER.index)


def _of_documents(query: str, best: Sequence[Hit], embedded: float, cosines: Cosines, held: float) -> Fit:
    """How well hits of documents fit, by nearness or by the share of words that they hold."""
    if any(SCORE in hit.scores for hit in best):
        return best_of(held_fit(hit) for hit in best)
    nearness = _by_nearness(best) if embedded >= COMPLETE else _while_vectors_come(best, cosines)
    if nearness is None or is_pasted(query):
        return max(WORDS.fit(held), nearness or "nothing", key=_ORDER.index)
    return nearness


def first_of_kinds(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The first hits of code and the first hits of other kinds."""
    code = [hit for hit in hits if hit.kind == "code"][:LOOKED_AT]
    return (*[hit for hit in hits if hit.kind != "code"][:LOOKED_AT], *code)


def best_fit(phrasings: Mapping[str, Cosines], best: Sequence[Hit], embedded: float, *, named: bool) -> Fit:
    """The best fit of some hits to any phrasing; each phrasing comes with what computes cosines to it."""
    return best_of(fit_of(words, best, embedded, cosines, named=named) for words, cosines in phrasings.items())


def held_fit(hit: ComparedHit) -> Fit:
    """The fit of a hit by the share of the question's words that it holds; for languages unknown to the model."""
    return HELD.fit(hit.scores.get(SCORE, 0.0))


def best_of(fits: Iterable[Fit]) -> Fit:
    """The best of some fits; "nothing" without any."""
    return max(fits, key=_ORDER.index, default="nothing")


def doubted(fit: Fit, *, doubt: bool) -> Fit:
    """A fit, lowered from "good" to "weak" where there is a doubt."""
    return "weak" if doubt and fit == "good" else fit


def shown_of(
    fit: Fit, hits: Sequence[Hit], commits: Sequence[Hit], memories: Sequence[Hit]
) -> tuple[Sequence[Hit], Sequence[Hit], Sequence[Hit]]:
    """The hits to show for a fit, then the hits and memories to show below the line.

    `commits` and `memories` are the nearest of those that aren't among the hits.
    """
    if fit == "nothing":
        return (), *nearest((*hits[:NEAREST], *commits), memories)
    return hits[:WEAK_SHOWN] if fit == "weak" else hits, (), memories


def nearest(hits: Sequence[Hit], memories: Sequence[Hit]) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """The hits to show below the line: the nearest of all kinds, at most one of them a memory."""
    near = sorted([*hits, *memories[:1]], key=lambda hit: -(nearness(hit.scores) or 0.0))[:NEAREST]
    return tuple(hit for hit in hits if hit in near), tuple(hit for hit in memories[:1] if hit in near)


def nearer_first(hits: Sequence[H]) -> tuple[H, ...]:
    """Hits sorted by nearness between kinds; hits of one kind keep their order."""
    levels: list[float] = []
    least: dict[str, float] = {}
    for hit in hits:
        least[hit.kind] = min(least.get(hit.kind, 1.0), nearness(hit.scores) or 0.0)
        levels.append(least[hit.kind])
    return tuple(hits[place] for place in sorted(range(len(hits)), key=lambda place: -levels[place]))


def _by_nearness(hits: Sequence[Hit]) -> Fit | None:
    """The best fit by the scores of vectors and reranker; None where no hit has a vector's score."""
    both = [nearness(hit.scores) or 0.0 for hit in hits if {"vector", "reranker"} <= hit.scores.keys()]
    if both:
        return NEARNESS.fit(max(both))
    values = [hit.scores["vector"] for hit in hits if "vector" in hit.scores]
    return COSINE.fit(max(values)) if values else None


def _while_vectors_come(hits: Sequence[Hit], cosines: Cosines) -> Fit | None:
    """The best fit while some hits lack vectors, which are computed for a few; None without a model."""
    computed = cosines([hit for hit in hits if "vector" not in hit.scores][:LOOKED_AT])
    fits = [NEARNESS.fit(nearness(hit.scores) or 0.0) for hit in hits if "reranker" in hit.scores]
    near = computed | {hit.passage: hit.scores["vector"] for hit in hits if "vector" in hit.scores}
    fits += [INCOMPLETE.fit(near[hit.passage]) for hit in hits if hit.passage in near and "reranker" not in hit.scores]
    return max(fits, key=_ORDER.index, default=None)


def share_held(texts: Iterable[str], words: frozenset[str]) -> float:
    """The share of a question's telling words that a hit holds in its path, title, heading and text together."""
    text = folded_text(" ".join(texts))
    return sum(word in text for word in words) / len(words)
