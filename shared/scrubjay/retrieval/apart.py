"""What do agents say of this that nothing else stands behind? Found by words and meaning, in a part of its own."""

from collections.abc import Sequence

from scrubjay.model.hit import Hit
from scrubjay.retrieval.exact import Exact
from scrubjay.retrieval.hits import read_hits
from scrubjay.retrieval.keyword import owners_of, words_apart
from scrubjay.retrieval.meaning import Meaning
from scrubjay.retrieval.order import arrange
from scrubjay.retrieval.pool import Scored, rank_pool
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
    limit: int,
) -> tuple[Hit, ...]:
    """The best of `temp.apart`, at most `limit`; those without vectors hold enough words. The scope must be set."""
    if limit < 1 or not len(contents_of_scope(connection, apart=True)):
        return ()
    words = words_apart(connection, parsed, CANDIDATES) if recipe.bm25 else ()
    near: Sequence[tuple[int, float]] = ()
    if index is not None and meaning.encoded is not None:
        near = index.nearest(connection, meaning.encoded.vector, CANDIDATES, apart=True)
    arms = {"bm25": words, "vector": near}
    owners = owners_of(connection, [passage for found in arms.values() for passage, _ in found])
    if index is not None and near:
        pool = rank_pool(connection, recipe, arms, owners, CANDIDATES, query, meaning, index, reranker)
        scored = list(pool.scored)
    else:
        scored = [Scored(passage, owners[passage], round(score, 6)) for passage, score in words]
    hits = arrange(read_hits(connection, scored, arms), Exact(), {}, limit)
    return tuple(hit for hit in hits if "vector" in hit.scores or _covers(hit.text, parsed))


def _covers(text: str, parsed: ParsedQuery) -> bool:
    """Whether a text without a vector holds enough of what was asked for."""
    lower = text.lower()
    held = sum(word[: max(STEM, len(word) - 3)] in lower for word in parsed.words)
    return held > 0 and held >= COVERED * len(parsed.words)
