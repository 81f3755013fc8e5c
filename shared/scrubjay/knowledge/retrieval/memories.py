"""Memories that speak of a question: found by words and meaning among their own kind, in no order with documents.

Who asks in other words than a memory has may still use those of its source: a memory is worth at least a share of what
the passage is worth that its ground stands in.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from scrubjay.inference.reranking import Reranker
from scrubjay.knowledge.index.generation import in_scope, is_empty
from scrubjay.knowledge.index.terms import MEMORIES as WORDS_OF_MEMORIES
from scrubjay.knowledge.retrieval.index import Passages
from scrubjay.knowledge.retrieval.keyword import WORDS
from scrubjay.knowledge.retrieval.meaning import Meaning, reranked
from scrubjay.knowledge.retrieval.pool import Scored
from scrubjay.knowledge.retrieval.pool_documents import Ranking
from scrubjay.knowledge.retrieval.query import MAX_TERMS, ParsedQuery, any_of
from scrubjay.knowledge.retrieval.recipes import MEMORIES, Recipe
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.knowledge.retrieval.scoring import Features, blended
from scrubjay.knowledge.retrieval.sqlite_index import owners_of, read_hits
from scrubjay.knowledge.retrieval.sqlite_terms import best_scores, frequencies
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hit import Hit
from scrubjay.storage.driver import Connection

CANDIDATES = 24
"""Memories that each arm brings, at least, and at most so many that are near by their grounds."""

NEAR_GROUNDS: Final = 50
"""Passages that are looked at for grounds of memories, the nearest ones of all documents with such."""

SHARE: Final = 0.8
"""What a memory is worth of a passage that its ground stands in. Chosen on 35 questions about one repository, of which
.7 to .9 find as many or up to two fewer (ADR 0104)."""

PER_MEMORY = 2
"""Passages that are read for each memory that is asked for: a long one may be found by several."""


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """A question to memories, as words and as a vector; `index` is None where there are no vectors."""

    query: str
    recipe: Recipe
    parsed: ParsedQuery
    meaning: Meaning
    index: Passages | None
    reranker: Reranker


def find_memories(connection: Connection, asked: MemoryQuery, most: int) -> tuple[tuple[Hit, ...], dict[str, Ranking]]:
    """The memories of `temp.memories` that fit a question best, each once, and the ranking of each arm.

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
        arms["vector"] = asked.index.nearest(encoded.vector, most_found, "memories")
    scored = _scored(connection, asked, arms, _grounds(connection, asked))
    each: dict[int, Hit] = {}
    for hit in read_hits(connection, scored[: PER_MEMORY * most], arms):
        each.setdefault(hit.content, hit)
    return tuple(each.values())[:most], arms


def words_of_memories(connection: Connection, query: ParsedQuery, limit: int) -> Ranking:
    """Passages of `temp.memories` that hold a query's words, best first; words are weighed among memories alone."""
    if not query.match:
        return ()
    words: Sequence[str] = query.words
    most = WORDS * query.places // MAX_TERMS
    if len(words) > most:
        held = frequencies(connection, WORDS_OF_MEMORIES, words)
        words = sorted((word for word in words if held[word]), key=held.__getitem__)[:most]
    match = any_of((*query.exact[: query.places - len(words)], *words))
    return tuple(best_scores(connection, Q.memories_by_words, match, limit).items()) if match else ()


def newest_memories(connection: Connection, limit: int) -> Ranking:
    """The beginning of each of `temp.memories`, the newest first."""
    rows = in_scope(connection, Q.newest_memories, limit=limit)
    return tuple((row["id"], 0.0) for row in rows)


def _grounds(connection: Connection, asked: MemoryQuery) -> Mapping[int, Collection[int]]:
    """The memories whose grounds stand nearest to a question: by the memory's passage, the passages of its grounds."""
    encoded = asked.meaning.encoded
    if asked.index is None or encoded is None:
        return {}
    near = [passage for passage, _ in asked.index.nearest(encoded.vector, NEAR_GROUNDS, "grounds")]
    rows = in_scope(connection, Q.grounded_in, passages=json.dumps(near)).fetchall()
    place = {passage: n for n, passage in enumerate(near)}
    grounds: dict[int, set[int]] = {}
    for row in sorted(rows, key=lambda row: (place[row["ground"]], -row["memory"])):
        if row["memory"] in grounds or len(grounds) < CANDIDATES:
            grounds.setdefault(row["memory"], set()).add(row["ground"])
    return grounds


def _scored(
    connection: Connection,
    asked: MemoryQuery,
    arms: Mapping[str, Ranking],
    grounds: Mapping[int, Collection[int]],
) -> list[Scored]:
    """The score of each found passage, best first; without vectors the order of words stays."""
    words = dict(arms["bm25"])
    owners = owners_of(connection, [*words, *dict(arms["vector"]), *grounds])
    own = _vector_scores(asked, owners, words)
    if not own:
        return [Scored(passage, owners[passage], round(score, 6)) for passage, score in words.items()]
    lent = _vector_scores(asked, {ground: ground for near in grounds.values() for ground in near}, {})
    scored = []
    for passage, candidate in own.items():
        lenders = [lent[ground].score for ground in grounds.get(passage, ()) if ground in lent]
        scored.append(replace(candidate, score=max([candidate.score, *(round(SHARE * score, 6) for score in lenders)])))
    return sorted(scored, key=lambda candidate: (-candidate.score, -candidate.content, -candidate.passage))


def _vector_scores(asked: MemoryQuery, owners: Mapping[int, int], words: Mapping[int, float]) -> dict[int, Scored]:
    """Cosine and reranker scores of passages; empty if none of them has a vector."""
    encoded = asked.meaning.encoded
    if asked.index is None or encoded is None or not owners:
        return {}
    ids, vectors = asked.index.view().vectors(list(owners))
    if not len(ids):
        return {}
    cosines = dict(zip(ids.tolist(), (vectors @ encoded.vector).round(6).tolist(), strict=True))
    close, _ = reranked(
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
    scores = zip(owners.items(), blended(features, MEMORIES), strict=True)
    return {
        passage: Scored(passage, content, score, cosines.get(passage), close[passage])
        for (passage, content), score in scores
    }
