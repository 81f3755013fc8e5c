"""What do memories say of this? Found among memories by words and meaning: unconfirmed ones in a part of their own."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scrubjay.index.scope import Part, contents_of
from scrubjay.index.vectors import VectorIndex
from scrubjay.inference.reranking.reranker import Reranker
from scrubjay.model.hit import Hit
from scrubjay.retrieval.exact import Exact
from scrubjay.retrieval.hits import read_hits, told
from scrubjay.retrieval.keyword import owners_of, words_apart
from scrubjay.retrieval.meaning import Meaning
from scrubjay.retrieval.nearness import least, says_the_same, worth
from scrubjay.retrieval.order import PER_DOCUMENT, arrange
from scrubjay.retrieval.pool import Ranking, Scored, reranked
from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.recipes import Recipe
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection

CANDIDATES = 12
"""Passages that each arm brings: at most five are shown, and 40 show no other of 171 statements (ADR 0049)."""

COVERED = 0.3
"""Without vectors: the share of the question's telling words that a memory must hold."""

STEM = 4
"""Letters of a word that stay when its ending is cut."""


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """What is asked of memories, as words and as the model sees it; `index` is None where there is no vector."""

    query: str
    recipe: Recipe
    parsed: ParsedQuery
    meaning: Meaning
    index: VectorIndex | None
    reranker: Reranker


def find_memories(
    connection: Connection, asked: MemoryQuery, beside: Sequence[Hit], most: int
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Which memory of `temp.scope` must be seen `beside` the first hits, if one must; and which of `temp.apart` follow.

    The first says what the nearest documents say, and is worth most of those that rest on one of these hits, else of
    all. The others are at most so many that are worth enough, best first; then what has no vector and holds enough of
    the question's words. The scope must be set.
    """
    feedback = asked.meaning.feedback
    seen = _nearest(connection, asked, "memories") if feedback else ()
    resting = _resting(connection, beside) if seen else set[int]()
    near = _nearest(connection, asked, "apart") if most else ()
    words: Ranking = ()
    if most and asked.recipe.bm25 and not _embedded(connection, asked):
        words = words_apart(connection, asked.parsed, CANDIDATES)
    firm = resting | {passage for passage, _ in seen}
    measured = _measured(connection, asked, [*firm, *(passage for passage, _ in (*near, *words))])
    ranked = _by_worth(connection, asked, measured)
    saying = [one for one in ranked if one.passage in firm and says_the_same(told(one), one.feedback, feedback)]
    best = sorted(saying, key=lambda one: one.passage not in resting)[:1]
    follow = [one for one in ranked if one.passage not in firm and one.score >= least(feedback)]
    lacking = [one for one in measured if one.cosine is None and one.passage not in firm]
    arms = {"bm25": words, "vector": (*seen, *near)}
    fresh = read_hits(connection, lacking[: PER_DOCUMENT * most], arms)
    hits = [
        *read_hits(connection, follow[: PER_DOCUMENT * most], arms),
        *(hit for hit in fresh if _covers(hit.text, asked.parsed)),
    ]
    return tuple(read_hits(connection, best, arms)), arrange(hits, Exact(), {}, most) if most else ()


def _resting(connection: Connection, beside: Sequence[Hit]) -> set[int]:
    """The memories that rest on what some passages of documents say."""
    said: dict[str, str] = {}
    for hit in beside:
        if hit.kind == "document":
            said[hit.path] = f"{said.get(hit.path, '')}\n{' '.join(hit.text.split())}"
    rows = connection.execute(Q.citing, {"paths": json.dumps(list(said))}) if said else ()
    return {row["id"] for row in rows if " ".join(row["words"].split()) in said[row["path"]]}


def _nearest(connection: Connection, asked: MemoryQuery, part: Part) -> Ranking:
    if asked.index is None or asked.meaning.encoded is None or not len(contents_of(connection, part)):
        return ()
    return asked.index.nearest(connection, asked.meaning.encoded.vector, CANDIDATES, part)


def _embedded(connection: Connection, asked: MemoryQuery) -> bool:
    """Whether nothing apart has to be found by its words alone."""
    if not len(contents_of(connection, "apart")):
        return True
    if asked.index is None or asked.meaning.encoded is None:
        return False
    return asked.index.holds_all(connection, "apart")


def _measured(connection: Connection, asked: MemoryQuery, passages: Sequence[int]) -> list[Scored]:
    """Some passages with what their vectors say, where they have one."""
    owners = owners_of(connection, dict.fromkeys(passages)) if passages else {}
    found = [passage for passage in dict.fromkeys(passages) if passage in owners]
    encoded, index, feedback = asked.meaning.encoded, asked.index, asked.meaning.feedback
    if index is None or encoded is None or not found:
        return [Scored(passage, owners[passage], 0.0) for passage in found]
    ids, vectors = index.vectors_of(connection, found)
    cosines = dict(zip(ids.tolist(), (vectors @ encoded.vector).round(6).tolist() if len(ids) else (), strict=True))
    brought = dict(zip(cosines, feedback.similarity(vectors).tolist(), strict=True)) if feedback and cosines else {}
    return [
        Scored(passage, owners[passage], 0.0, cosines.get(passage), None, brought.get(passage, 0.0))
        for passage in found
    ]  # fmt: skip


def _by_worth(connection: Connection, asked: MemoryQuery, measured: Sequence[Scored]) -> list[Scored]:
    """Those with a vector, with what the reranker says of them and their worth for a score, best first."""
    near = {one.passage: True for one in measured if one.cosine is not None}
    if asked.index is None or not near:
        return []
    close, _ = reranked(
        connection=connection,
        recipe=asked.recipe,
        passages=near,
        query=asked.query,
        meaning=asked.meaning,
        index=asked.index,
        reranker=asked.reranker,
    )
    scored = []
    for one in measured:
        if one.passage in near:
            judged = replace(one, reranker=close[one.passage])
            scored.append(replace(judged, score=round(worth(told(judged), one.feedback) or 0.0, 6)))
    return sorted(scored, key=lambda one: (-one.score, -one.passage))


def _covers(text: str, parsed: ParsedQuery) -> bool:
    """Whether a text without a vector holds enough of what was asked for."""
    lower = text.lower()
    held = sum(word[: max(STEM, len(word) - 3)] in lower for word in parsed.words)
    return held > 0 and held >= COVERED * len(parsed.words)
