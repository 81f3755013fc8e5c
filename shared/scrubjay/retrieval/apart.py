"""What do agents say of this that nothing else stands behind? Found by words and meaning, in a part of its own."""

from collections.abc import Sequence
from dataclasses import replace

from scrubjay.model.hit import Hit
from scrubjay.retrieval.exact import Exact
from scrubjay.retrieval.hits import read_hits, told
from scrubjay.retrieval.keyword import owners_of, words_apart
from scrubjay.retrieval.meaning import Meaning
from scrubjay.retrieval.nearness import least, nearness
from scrubjay.retrieval.order import PER_DOCUMENT, arrange
from scrubjay.retrieval.pool import Scored, reranked
from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.recipes import Recipe
from scrubjay.retrieval.reranker import Reranker
from scrubjay.retrieval.scope import contents_of_scope
from scrubjay.retrieval.vector import VectorIndex
from scrubjay.storage import Connection

CANDIDATES = 20
"""Passages that each arm brings: at most five are shown."""

COVERED = 0.3
"""Without vectors: the share of the question's telling words that a memory must hold."""

STEM = 4
"""Letters of a word that stay when its ending is cut."""


def find_apart(
    connection: Connection,
    recipe: Recipe,
    parsed: ParsedQuery,
    query: str,
    meaning: Meaning,
    index: VectorIndex | None,
    reranker: Reranker,
    beside: Sequence[Hit],
    limit: int,
) -> tuple[Hit, ...]:
    """The best of `temp.apart`, at most `limit`, that are near enough `beside` some hits. The scope must be set.

    Those without vectors hold enough of the question's words.
    """
    if limit < 1 or not len(contents_of_scope(connection, apart=True)):
        return ()
    words = words_apart(connection, parsed, CANDIDATES) if recipe.bm25 else ()
    near: Sequence[tuple[int, float]] = ()
    if index is not None and meaning.encoded is not None:
        near = index.nearest(connection, meaning.encoded.vector, CANDIDATES, apart=True)
    arms = {"bm25": words, "vector": near}
    owners = owners_of(connection, [passage for found in arms.values() for passage, _ in found])
    scored = [Scored(passage, owners[passage], round(score, 6)) for passage, score in words]
    if index is not None and near:
        cosines = dict(near) | _cosines(connection, [one for one in owners if one not in dict(near)], meaning, index)
        asked = {passage: passage in cosines for passage in owners}
        close, _ = reranked(connection, recipe, asked, query, meaning, index, reranker)
        scored = _near_enough([Scored(p, owners[p], 0.0, cosines.get(p), close[p]) for p in owners], beside)
    hits = arrange(read_hits(connection, scored[: PER_DOCUMENT * limit], arms), Exact(), {}, limit)
    return tuple(hit for hit in hits if "vector" in hit.scores or _covers(hit.text, parsed))


def _cosines(connection: Connection, passages: Sequence[int], meaning: Meaning, index: VectorIndex) -> dict[int, float]:
    if meaning.encoded is None or not passages:
        return {}
    ids, vectors = index.vectors_of(connection, passages)
    return (
        dict(zip(ids.tolist(), (vectors @ meaning.encoded.vector).round(6).tolist(), strict=True)) if len(ids) else {}
    )


def _near_enough(found: Sequence[Scored], beside: Sequence[Hit]) -> list[Scored]:
    """Those that are near enough, the nearest first; what has no vector yet, which its words measure, comes last."""
    near = {one.passage: nearness(told(one)) for one in found}
    bound = least((*near.values(), *(nearness(hit.scores) for hit in beside)))
    measured = [
        replace(one, score=value) for one in found if (value := near[one.passage]) is not None and value >= bound
    ]
    others = [one for one in found if near[one.passage] is None]
    return [*sorted(measured, key=lambda one: (-one.score, -one.passage)), *others]


def _covers(text: str, parsed: ParsedQuery) -> bool:
    """Whether a text without a vector holds enough of what was asked for."""
    lower = text.lower()
    held = sum(word[: max(STEM, len(word) - 3)] in lower for word in parsed.words)
    return held > 0 and held >= COVERED * len(parsed.words)
