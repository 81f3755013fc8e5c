"""What do memories say of this? Found among memories by words and meaning: unconfirmed ones in a part of their own."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scrubjay.index.scope import Part, is_empty
from scrubjay.index.vectors import VectorIndex
from scrubjay.inference.reranking.reranker import Reranker
from scrubjay.model.hit import Hit
from scrubjay.retrieval.exact import Exact
from scrubjay.retrieval.hits import read_hits, told
from scrubjay.retrieval.keyword import owners_of, words_apart
from scrubjay.retrieval.meaning import Meaning
from scrubjay.retrieval.nearness import least, says_the_same, worth
from scrubjay.retrieval.order import PER_DOCUMENT, arrange
from scrubjay.retrieval.pool import Scored
from scrubjay.retrieval.pool_documents import Ranking
from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.recipes import Recipe
from scrubjay.retrieval.reranking import reranked
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
    connection: Connection, request: MemoryQuery, beside: Sequence[Hit], most: int
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Which memory of `temp.scope` must be seen `beside` the first hits, if one must; and which of `temp.apart` follow.

    The first says what the nearest documents say, and is worth most of those that rest on one of these hits, else of
    all. The others are at most so many that are worth enough, best first; then what has no vector and holds enough of
    the question's words. The scope must be set.
    """
    feedback = request.meaning.feedback
    seen = _nearest(connection, request, "memories") if feedback else ()
    resting = _resting(connection, beside) if seen else set[int]()
    neighbours = _nearest(connection, request, "apart") if most else ()
    words: Ranking = ()
    if most and request.recipe.bm25 and not _embedded(connection, request):
        words = words_apart(connection, request.parsed, CANDIDATES)
    firm = resting | {passage for passage, _ in seen}
    measured = _measured(connection, request, [*firm, *(passage for passage, _ in (*neighbours, *words))])
    ranked = _by_worth(connection, request, measured)
    saying = [
        candidate
        for candidate in ranked
        if candidate.passage in firm and says_the_same(told(candidate), candidate.feedback, feedback)
    ]
    best = sorted(saying, key=lambda candidate: candidate.passage not in resting)[:1]
    follow = [candidate for candidate in ranked if candidate.passage not in firm and candidate.score >= least(feedback)]
    lacking = [candidate for candidate in measured if candidate.cosine is None and candidate.passage not in firm]
    arms = {"bm25": words, "vector": (*seen, *neighbours)}
    fresh = read_hits(connection, lacking[: PER_DOCUMENT * most], arms)
    hits = [
        *read_hits(connection, follow[: PER_DOCUMENT * most], arms),
        *(hit for hit in fresh if _covers(hit.text, request.parsed)),
    ]
    return tuple(read_hits(connection, best, arms)), arrange(hits, Exact(), {}, most) if most else ()


def _resting(connection: Connection, beside: Sequence[Hit]) -> set[int]:
    """The memories that rest on what some passages of documents say."""
    texts: dict[str, str] = {}
    for hit in beside:
        if hit.kind == "document":
            texts[hit.path] = f"{texts.get(hit.path, '')}\n{' '.join(hit.text.split())}"
    rows = connection.execute(Q.citing, {"paths": json.dumps(list(texts))}) if texts else ()
    return {row["id"] for row in rows if " ".join(row["words"].split()) in texts[row["path"]]}


def _nearest(connection: Connection, request: MemoryQuery, part: Part) -> Ranking:
    if request.index is None or request.meaning.encoded is None or is_empty(connection, part):
        return ()
    return request.index.nearest(connection, request.meaning.encoded.vector, CANDIDATES, part)


def _embedded(connection: Connection, request: MemoryQuery) -> bool:
    """Whether nothing apart has to be found by its words alone."""
    if is_empty(connection, "apart"):
        return True
    if request.index is None or request.meaning.encoded is None:
        return False
    return request.index.holds_all(connection, "apart")


def _measured(connection: Connection, request: MemoryQuery, passages: Sequence[int]) -> list[Scored]:
    """Some passages with what their vectors say, where they have one."""
    owners = owners_of(connection, dict.fromkeys(passages)) if passages else {}
    present = [passage for passage in dict.fromkeys(passages) if passage in owners]
    encoded, index, feedback = request.meaning.encoded, request.index, request.meaning.feedback
    if index is None or encoded is None or not present:
        return [Scored(passage, owners[passage], 0.0) for passage in present]
    ids, vectors = index.vectors_of(connection, present)
    cosines = dict(zip(ids.tolist(), (vectors @ encoded.vector).round(6).tolist() if len(ids) else (), strict=True))
    brought = dict(zip(cosines, feedback.similarity(vectors).tolist(), strict=True)) if feedback and cosines else {}
    return [
        Scored(passage, owners[passage], 0.0, cosines.get(passage), None, brought.get(passage, 0.0))
        for passage in present
    ]  # fmt: skip


def _by_worth(connection: Connection, request: MemoryQuery, measured: Sequence[Scored]) -> list[Scored]:
    """Those with a vector, with what the reranker says of them and their worth for a score, best first."""
    embedded = {candidate.passage: True for candidate in measured if candidate.cosine is not None}
    if request.index is None or not embedded:
        return []
    close, _ = reranked(
        connection=connection,
        recipe=request.recipe,
        passages=embedded,
        query=request.query,
        meaning=request.meaning,
        index=request.index,
        reranker=request.reranker,
    )
    scored = []
    for candidate in measured:
        if candidate.passage in embedded:
            judged = replace(candidate, reranker=close[candidate.passage])
            scored.append(replace(judged, score=round(worth(told(judged), candidate.feedback) or 0.0, 6)))
    return sorted(scored, key=lambda candidate: (-candidate.score, -candidate.passage))


def _covers(text: str, parsed: ParsedQuery) -> bool:
    """Whether a text without a vector holds enough of what was asked for."""
    lower = text.lower()
    count = sum(word[: max(STEM, len(word) - 3)] in lower for word in parsed.words)
    return count > 0 and count >= COVERED * len(parsed.words)
