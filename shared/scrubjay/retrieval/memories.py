"""Memories that speak of a question: found by words and meaning among their own kind, in no order with documents."""

from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.index.scope import is_empty
from scrubjay.index.vectors import VectorIndex
from scrubjay.inference.reranking.reranker import Reranker
from scrubjay.model.hit import Hit
from scrubjay.retrieval.hits import read_hits
from scrubjay.retrieval.keyword import newest_memories, owners_of, words_of_memories
from scrubjay.retrieval.meaning import Meaning
from scrubjay.retrieval.pool import Scored
from scrubjay.retrieval.pool_documents import Ranking
from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.recipes import MEMORIES, Recipe
from scrubjay.retrieval.reranking import reranked
from scrubjay.retrieval.scoring import Features, blended
from scrubjay.storage import Connection

CANDIDATES = 24
"""Memories that each arm brings, at least."""

PER_MEMORY = 2
"""Passages that are read for each memory that is asked for: a long one may be found by several."""


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """What is asked of memories, as words and as the model sees it; `index` is None where there is no vector."""

    query: str
    recipe: Recipe
    parsed: ParsedQuery
    meaning: Meaning
    index: VectorIndex | None
    reranker: Reranker


def find_memories(connection: Connection, asked: MemoryQuery, most: int) -> tuple[tuple[Hit, ...], dict[str, Ranking]]:
    """The memories of `temp.memories` that speak most of a question, each once, and what each arm brought.

    The scope must be set. Scores are raw values, which compare between databases.
    """
    arms: dict[str, Ranking] = {"bm25": (), "vector": ()}
    if most < 1 or is_empty(connection, "memories"):
        return (), arms
    most_found = max(CANDIDATES, most)
    if not asked.query.strip():
        arms["bm25"] = newest_memories(connection, most_found)
    elif asked.recipe.bm25:
        arms["bm25"] = words_of_memories(connection, asked.parsed, most_found)
    encoded = asked.meaning.encoded
    if asked.index is not None and encoded is not None:
        arms["vector"] = asked.index.nearest(connection, encoded.vector, most_found, "memories")
    scored = _scored(connection, asked, arms)
    each: dict[int, Hit] = {}
    for hit in read_hits(connection, scored[: PER_MEMORY * most], arms):
        each.setdefault(hit.content, hit)
    return tuple(each.values())[:most], arms


def _scored(connection: Connection, asked: MemoryQuery, arms: dict[str, Ranking]) -> list[Scored]:
    """What each found passage is worth, best first; where meaning saw none, in the order of words."""
    words = dict(arms["bm25"])
    owners = owners_of(connection, [*words, *dict(arms["vector"])])
    cosines = _cosines(connection, asked, list(owners))
    if not cosines or asked.index is None:
        return [Scored(passage, owners[passage], round(score, 6)) for passage, score in words.items()]
    close, _ = reranked(
        connection=connection,
        recipe=asked.recipe,
        passages={passage: passage in cosines for passage in owners},
        query=asked.query,
        meaning=asked.meaning,
        index=asked.index,
        reranker=asked.reranker,
    )
    features = [
        Features(words.get(passage), cosines.get(passage), cosines.get(passage), close[passage], passage in cosines)
        for passage in owners
    ]
    worth = zip(owners.items(), blended(features, MEMORIES), strict=True)
    scored = [
        Scored(passage, content, score, cosines.get(passage), close[passage]) for (passage, content), score in worth
    ]
    return sorted(scored, key=lambda candidate: (-candidate.score, -candidate.content, -candidate.passage))


def _cosines(connection: Connection, asked: MemoryQuery, passages: Sequence[int]) -> dict[int, float]:
    """The cosines of those passages that have a vector."""
    encoded = asked.meaning.encoded
    if asked.index is None or encoded is None or not passages:
        return {}
    ids, vectors = asked.index.vectors_of(connection, passages)
    return dict(zip(ids.tolist(), (vectors @ encoded.vector).round(6).tolist() if len(ids) else (), strict=True))
