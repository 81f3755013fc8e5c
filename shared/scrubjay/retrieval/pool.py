"""Which passages stand for the documents of a pool, and what is each worth? The nearest one, and the wordiest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrubjay.inference.reranking.reranker import Reranker
from scrubjay.retrieval.definitions import first_of_each, read_definitions
from scrubjay.retrieval.fusion import reciprocal_rank_fusion
from scrubjay.retrieval.hearing import heard
from scrubjay.retrieval.meaning import Meaning
from scrubjay.retrieval.query import parse_query
from scrubjay.retrieval.recipes import Recipe
from scrubjay.retrieval.reranking import reranked
from scrubjay.retrieval.scope import Q
from scrubjay.retrieval.scoring import Blend, Features, blended
from scrubjay.retrieval.threads import with_threads
from scrubjay.storage import Connection

if TYPE_CHECKING:
    from scrubjay.index.vectors import VectorIndex

CENTRE_OF = 64
"""Passages of a document that its mean vector is made of: the first, which bounds what a long one costs."""

Ranking = Sequence[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage of the pool with what each stage said of it; None where one said nothing."""

    passage: int
    content: int
    score: float
    cosine: float | None = None
    reranker: float | None = None
    feedback: float = 0.0


@dataclass(frozen=True, slots=True)
class Pool:
    """Passages, best first; how many documents they are of; why the reranker's word is missing, if it is."""

    scored: tuple[Scored, ...]
    documents: int
    unranked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _PoolDocument:
    """A document of the pool: its best passage by words, the cosines of that one and of the nearest one, that of its
    centre, and what the documents nearest to the question make of it.
    """

    content: int
    bm25: float | None
    wordiest: int | None
    nearest: int | None
    cosines: Mapping[int, float]
    centre: float | None
    feedback: float | None = None

    @property
    def seen(self) -> bool:
        """Whether the passage that words found has a vector, where they found one."""
        return self.wordiest is None or self.wordiest in self.cosines

    @property
    def passages(self) -> tuple[int, ...]:
        """Those that stand for it: the nearest one, then the wordiest."""
        if self.nearest is None:
            return () if self.wordiest is None else (self.wordiest,)
        return (self.nearest,) if self.wordiest in (None, self.nearest) else (self.nearest, self.wordiest)


def documents_of(ranking: Ranking, owners: Mapping[int, int], most: int) -> list[int]:
    """The documents of a ranking of passages, each where its first passage stands."""
    return first_of_each((owners[passage] for passage, _ in ranking if passage in owners), most)


def rank_pool(
    connection: Connection,
    recipe: Recipe,
    arms: Mapping[str, Ranking],
    owners: Mapping[int, int],
    candidates: int,
    query: str,
    meaning: Meaning,
    index: VectorIndex,
    reranker: Reranker,
) -> Pool:
    """Let the arms vote for `recipe.pool` documents, and score two passages of each by the recipe's blend.

    Each definition of code is a document here.
    """
    owners = {**owners, **read_definitions(connection, owners)}
    votes = {arm: documents_of(ranking, owners, candidates) for arm, ranking in arms.items()}
    weights = {"bm25": recipe.bm25, "vector": recipe.vector}
    unseen = {"vector": _unseen(connection, arms["bm25"], owners, index) if meaning.embedded < 1 else ()}
    fused = reciprocal_rank_fusion(votes, weights, unseen=unseen)
    chosen = first_of_each((content for content, _ in fused), recipe.pool)
    documents = _read(
        connection=connection,
        contents=chosen,
        words=arms["bm25"],
        nearest=arms["vector"],
        owners=owners,
        meaning=meaning,
        index=index,
    )
    pairs = [(document, passage) for document in documents for passage in document.passages]
    embedded = {passage: passage in document.cosines for document, passage in pairs}
    close, unranked = reranked(
        connection=connection,
        recipe=recipe,
        passages=embedded,
        query=query,
        meaning=meaning,
        index=index,
        reranker=reranker,
    )
    features = [_features(document, close) for document in documents]
    scores = blended(features, recipe.blend)
    if recipe.talk:
        turns = [(document.content, document.nearest) for document in documents]
        scores = heard(connection, recipe.talk, query, turns, scores, index)
    if recipe.threads:
        contents = [document.content for document in documents]
        scores = with_threads(connection, recipe.threads, parse_query(query).words, contents, scores)
    return Pool(_scored(documents, scores, close, dict(arms["bm25"]), recipe.blend), len(documents), unranked)


def _unseen(connection: Connection, words: Ranking, owners: Mapping[int, int], index: VectorIndex) -> tuple[int, ...]:
    """The documents whose passage that words found has no vector yet."""
    wordiest = _wordiest(words, owners)
    embedded = set(index.vectors_of(connection, [passage for passage, _ in wordiest.values()])[0].tolist())
    return tuple(content for content, (passage, _) in wordiest.items() if passage not in embedded)


def _wordiest(words: Ranking, owners: Mapping[int, int]) -> dict[int, tuple[int, float]]:
    """The best passage by words of each document, with its score."""
    wordiest: dict[int, tuple[int, float]] = {}
    for passage, score in words:
        wordiest.setdefault(owners.get(passage, 0), (passage, score))
    return wordiest


def _scored(
    documents: Sequence[_PoolDocument],
    scores: Sequence[float],
    close: Mapping[int, float | None],
    words: Mapping[int, float],
    blend: Blend,
) -> tuple[Scored, ...]:
    """The passages of scored documents, best first: a document's best has its score, another what it lacks less.

    Where what words found of a document has no vector yet, its passages are compared by words alone.
    """
    best = max((document.bm25 or 0.0 for document in documents), default=0.0)

    def own(document: _PoolDocument, passage: int) -> float:
        if not document.seen:
            return blend.bm25 * words.get(passage, 0.0) / (document.bm25 or 1.0)
        keyword_score = words.get(passage, 0.0) / best if best > 0 else 0.0
        meant = blend.cosine * document.cosines.get(passage, 0.0) + blend.reranker * (close[passage] or 0.0)
        return meant + blend.bm25 * keyword_score

    scored: list[Scored] = []
    for document, score in zip(documents, scores, strict=True):
        worth = {passage: own(document, passage) for passage in document.passages}
        top = max(worth.values(), default=0.0)
        scored += [
            Scored(
                passage,
                document.content,
                round(score - (top - value), 6),
                document.cosines.get(passage),
                close[passage],
                document.feedback or 0.0,
            )
            for passage, value in worth.items()
        ]
    scored.sort(key=lambda candidate: (-candidate.score, -candidate.content, -candidate.passage))
    return tuple(scored)


def _features(document: _PoolDocument, close: Mapping[int, float | None]) -> Features:
    scores = [score for passage in document.passages if (score := close[passage]) is not None]
    cosine = max(document.cosines.values(), default=None)
    close_to = max(scores, default=None)
    return Features(document.bm25, cosine, document.centre, close_to, document.feedback, document.seen)


def _read(
    connection: Connection,
    contents: Sequence[int],
    words: Ranking,
    nearest: Ranking,
    owners: Mapping[int, int],
    meaning: Meaning,
    index: VectorIndex,
) -> list[_PoolDocument]:
    wordiest = _wordiest(words, owners)
    arms = {passage: owners[passage] for passage, _ in (*words, *nearest) if passage in owners}
    best = [passage for passage, _ in wordiest.values()]
    cosines, centres, feedback = _cosines(connection, contents, arms, best, meaning, index)
    nothing: tuple[int | None, float | None] = (None, None)
    return [
        _PoolDocument(
            content=content,
            bm25=wordiest.get(content, nothing)[1],
            wordiest=wordiest.get(content, nothing)[0],
            nearest=_nearest(cosines.get(content, {})),
            cosines=cosines.get(content, {}),
            centre=centres.get(content),
            feedback=feedback.get(content),
        )
        for content in contents
    ]


def _nearest(cosines: Mapping[int, float]) -> int | None:
    return max(cosines, key=lambda passage: (cosines[passage], passage), default=None)


def _cosines(
    connection: Connection,
    contents: Sequence[int],
    arms: Mapping[int, int],
    wordiest: Sequence[int],
    meaning: Meaning,
    index: VectorIndex,
) -> tuple[dict[int, dict[int, float]], dict[int, float], dict[int, float]]:
    """The cosines of the nearest passage and the wordiest one of some documents, those of the documents' mean vectors,
    and the best feedback.

    `arms` are the passages that were found, with their documents; of a definition no others are looked at.
    """
    if meaning.encoded is None or not contents:
        return {}, {}, {}
    import numpy as np

    params = {
        "contents": json.dumps(list(contents)), "most": CENTRE_OF, "passages": json.dumps(list(arms)),
    }  # fmt: skip
    owners = {passage: content for content, passage in connection.execute(Q.passages_of_contents, params)}
    pooled = set(contents)
    owners |= {passage: number for passage, number in arms.items() if number < 0 and number in pooled}
    ids, vectors = index.vectors_of(connection, list(owners))
    if not len(ids):
        return {}, {}, {}
    owner = np.array([owners[passage] for passage in ids.tolist()])
    together = np.argsort(owner, kind="stable")
    ids, vectors, owner = ids[together], vectors[together], owner[together]
    similar = np.round(vectors.astype(np.float64) @ meaning.encoded.vector.astype(np.float64), 6)
    starts = np.flatnonzero(np.concatenate([[True], owner[1:] != owner[:-1]]))
    means = np.add.reduceat(vectors, starts, axis=0).astype(np.float64)
    lengths = np.maximum(np.linalg.norm(means, axis=1), 1e-12)
    central = np.round(np.add.reduceat(similar, starts) / lengths, 6)
    nearest = np.lexsort((ids, similar, owner))[np.concatenate([starts[1:], [len(ids)]]) - 1]
    kept = np.union1d(nearest, np.flatnonzero(np.isin(ids, wordiest)))
    cosines: dict[int, dict[int, float]] = {}
    for passage, content, cosine in zip(ids[kept].tolist(), owner[kept].tolist(), similar[kept].tolist(), strict=True):
        cosines.setdefault(content, {})[passage] = cosine
    first = owner[starts].tolist()
    feedback = np.maximum.reduceat(meaning.feedback.similarity(vectors), starts).tolist() if meaning.feedback else ()
    return cosines, dict(zip(first, central.tolist(), strict=True)), dict(zip(first, feedback, strict=bool(feedback)))
