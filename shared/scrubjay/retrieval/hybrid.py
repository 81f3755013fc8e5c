"""How do words and meaning answer together? Two arms side by side, fused, within what the view shows."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from scrubjay.embedding.embedder import Embedder, Vector
from scrubjay.errors import ModelUnavailable
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.retrieval.fusion import reciprocal_rank_fusion
from scrubjay.retrieval.hits import read_hits
from scrubjay.retrieval.keyword import KeywordAnswer, newest, search_words
from scrubjay.retrieval.order import PER_DOCUMENT, arrange
from scrubjay.retrieval.query import ParsedQuery, parse_query
from scrubjay.retrieval.recipes import Recipe, find_recipe
from scrubjay.retrieval.reranker import NoReranker, Reranker
from scrubjay.retrieval.scope import Filters, Q, set_scope
from scrubjay.retrieval.supersession import successors
from scrubjay.retrieval.vector import VectorIndex
from scrubjay.storage import Connection, Database

Visible = Callable[[Connection, View], int]

__all__ = ["PER_DOCUMENT", "HybridRetriever", "SearchRequest"]

MOST = 100
"""Hits in an answer, whatever was asked for."""

REMEMBERED = 256
"""Scopes known to have all their vectors; counting takes 23 ms at 100,000 passages."""

QUERY_CHARACTERS = 2000
"""What the model gets of a query; it reads 256 tokens."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to look for, and where. `superseded_by` maps paths of old decisions to their successors in the view."""

    query: str
    view: View
    limit: int = 8
    filters: Filters = field(default_factory=Filters)
    recipe: str = "balanced"
    weights: Mapping[str, float] = field(default_factory=dict)
    superseded_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What the vector arm found; `problem` says why it found nothing."""

    ranked: tuple[tuple[int, float], ...] = ()
    embedded: float = 1.0
    problem: str = ""
    ms: float = 0.0


class HybridRetriever:
    """Searches one project's passages. Safe to use from several threads."""

    def __init__(
        self,
        knowledge: Database,
        visible: Visible,
        embedder: Embedder | None,
        *,
        reranker: Reranker | None = None,
    ) -> None:
        self._knowledge = knowledge
        self._visible = visible
        self._embedder = embedder
        self._reranker = reranker or NoReranker()
        self._complete: set[tuple[str, Filters, int]] = set()
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="vector")

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages; without a model by keyword alone, which `degraded` says.

        Raises UsageError for an unknown recipe.
        """
        recipe = find_recipe(request.recipe)
        parsed = parse_query(request.query)
        meaning = self._threads.submit(self._by_meaning, request, recipe)
        return self._knowledge.read(lambda c: self._answer(c, request, recipe, parsed, meaning))

    def close(self) -> None:
        """Wait for running searches and end the threads."""
        self._threads.shutdown()

    def _answer(
        self,
        connection: Connection,
        request: SearchRequest,
        recipe: Recipe,
        parsed: ParsedQuery,
        waiting: "Future[_Meaning]",
    ) -> HybridResult:
        started = time.perf_counter()
        narrowing = set_scope(connection, self._visible(connection, request.view), request.filters)
        words = self._by_words(connection, request, recipe, parsed)
        keyword_ms = _ms(started)
        meaning = waiting.result()
        started = time.perf_counter()
        arms = {"bm25": words.ranked, "vector": meaning.ranked}
        weights = {arm: getattr(recipe, arm) * request.weights.get(arm, 1.0) for arm in arms}
        fused = reciprocal_rank_fusion({arm: [i for i, _ in found] for arm, found in arms.items()}, weights)
        hits = self._reranked(parsed.text, read_hits(connection, fused, arms), recipe.pool)
        hits += read_hits(connection, self._successors(connection, request, hits), {})
        chosen = arrange(hits, words.exact, request.superseded_by, max(1, min(request.limit, MOST)))
        unasked = "" if parsed.match else "no words to look up"
        problems = (meaning.problem, "newest first" if words.ranked and unasked else unasked)
        return HybridResult(
            chosen,
            recipe.name,
            tuple(problem for problem in problems if problem),
            meaning.embedded,
            {"keyword": keyword_ms, "vector": meaning.ms, "fusion": _ms(started)},
            {arm: len(found) for arm, found in arms.items()},
            words.exact.labels,
            narrowing,
        )

    def _by_words(
        self, connection: Connection, request: SearchRequest, recipe: Recipe, parsed: ParsedQuery
    ) -> KeywordAnswer:
        if not request.query.strip() and request.filters != Filters():
            return newest(connection, recipe.pool)
        return search_words(connection, parsed, recipe.pool) if recipe.bm25 else KeywordAnswer()

    def _reranked(self, query: str, hits: list[Hit], pool: int) -> list[Hit]:
        """Hand the first hits to the reranker; the rest stays behind them."""
        scores = self._reranker.score(query, hits[:pool])
        if scores is None:
            return hits
        order = sorted(zip(scores, hits[:pool], strict=True), key=lambda pair: (-pair[0], -pair[1].passage))
        first = [
            replace(
                hit,
                score=score,
                scores={**hit.scores, "reranker": score},
                ranks={**hit.ranks, "reranker": rank},
            )
            for rank, (score, hit) in enumerate(order, 1)
        ]
        return first + hits[pool:]

    def _successors(
        self, connection: Connection, request: SearchRequest, hits: Sequence[Hit]
    ) -> list[tuple[int, float]]:
        """The first passages of decisions that replace found ones, where neither arm found them."""
        newer = successors({hit.path for hit in hits}, request.superseded_by)
        rows = connection.execute(Q.first_passages_of_paths, {"paths": json.dumps(newer)}) if newer else ()
        return [(row["id"], 0.0) for row in rows]

    def _by_meaning(self, request: SearchRequest, recipe: Recipe) -> _Meaning:
        started = time.perf_counter()
        if not recipe.vector or not request.query.strip():
            return _Meaning()
        if self._embedder is None:
            return _Meaning(embedded=0.0, problem="keyword only: embedding is switched off")
        try:
            index = VectorIndex(self._embedder.fingerprint)
            if not self._knowledge.read(index.number):
                share = self._knowledge.read(lambda c: self._share(c, request, index))
                return _Meaning(embedded=share, problem=_missing(share))
            vector = self._embedder.embed_query(request.query[:QUERY_CHARACTERS]).vector
        except ModelUnavailable as error:
            return _Meaning(embedded=0.0, problem=f"keyword only: {error}")
        embedded, found = self._knowledge.read(lambda c: self._nearest(c, request, index, vector, recipe.pool))
        return _Meaning(tuple(found), embedded, _missing(embedded), _ms(started))

    def _nearest(
        self, connection: Connection, request: SearchRequest, index: VectorIndex, vector: Vector, k: int
    ) -> tuple[float, list[tuple[int, float]]]:
        share = self._share(connection, request, index)
        return share, index.nearest(connection, vector, k) if share else []

    def _share(self, connection: Connection, request: SearchRequest, index: VectorIndex) -> float:
        """Set the scope; the share of it that has vectors. Once complete, it stays so until contents change."""
        set_scope(connection, self._visible(connection, request.view), request.filters)
        (generation,) = connection.execute(Q.content_generation).fetchone()
        key = (request.view.key, request.filters, generation)
        if key in self._complete:
            return 1.0
        row = connection.execute(Q.share_embedded, {"fingerprint": index.number(connection)}).fetchone()
        share = float(row["embedded"] / row["passages"]) if row["passages"] else 1.0
        if share == 1.0:
            if len(self._complete) >= REMEMBERED:
                self._complete.clear()
            self._complete.add(key)
        return share


def _missing(embedded: float) -> str:
    """What to say when only a share of the passages has a vector; never rounded to all or nothing."""
    if embedded >= 1:
        return ""
    if not embedded:
        return "keyword only: nothing of this is embedded yet"
    return f"{min(99, max(1, round(embedded * 100)))}% embedded; the rest is found by keyword only"


def _ms(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)
