"""How do words and meaning answer together? Two arms side by side, fused, within what the view shows."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from scrubjay.embedding.embedder import Embedder, Vector
from scrubjay.errors import ModelUnavailable
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.retrieval.fusion import reciprocal_rank_fusion
from scrubjay.retrieval.keyword import KeywordAnswer, search_words
from scrubjay.retrieval.query import ParsedQuery, parse_query
from scrubjay.retrieval.recipes import Recipe, find_recipe
from scrubjay.retrieval.reranker import NoReranker, Reranker
from scrubjay.retrieval.scope import Filters, Q, set_scope
from scrubjay.retrieval.supersession import current_first
from scrubjay.retrieval.vector import VectorIndex
from scrubjay.storage import Connection, Database

Visible = Callable[[Connection, View], int]

PER_DOCUMENT = 2
"""Passages of one document in an answer, so that one file doesn't fill it."""

MOST = 100


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to look for, and where. `superseded_by` maps paths of old decisions to their successors in the view."""

    query: str
    view: View
    limit: int = 8
    filters: Filters = Filters()
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
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="vector")

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages. Raises UsageError for an unknown recipe; without a model it answers by keyword, and says so."""
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
        set_scope(connection, self._visible(connection, request.view), request.filters)
        words = search_words(connection, parsed, recipe.pool) if recipe.bm25 else KeywordAnswer((), frozenset())
        keyword_ms = _ms(started)
        meaning = waiting.result()
        started = time.perf_counter()
        arms = {"bm25": words.ranked, "vector": meaning.ranked}
        weights = {arm: getattr(recipe, arm) * request.weights.get(arm, 1.0) for arm in arms}
        fused = reciprocal_rank_fusion({arm: [i for i, _ in found] for arm, found in arms.items()}, weights)
        fused = fused[: recipe.pool]
        reranked = self._reranker.score(parsed.text, [passage for passage, _ in fused])
        if reranked is not None:
            order = sorted(zip(reranked, fused, strict=True), key=lambda item: (-item[0], -item[1][0]))
            fused = [(passage, score) for score, (passage, _) in order]
        hits = self._hits(connection, fused, arms)
        named = [hit for hit in hits if hit.content in words.named]
        ordered = [*named, *(hit for hit in hits if hit.content not in words.named)]
        current = current_first([(hit.path, hit) for hit in ordered], request.superseded_by)
        chosen = _spread([hit for _, hit in current], max(1, min(request.limit, MOST)))
        problems = (meaning.problem, "" if parsed.match else "no words to look up")
        return HybridResult(
            tuple(chosen),
            recipe.name,
            tuple(problem for problem in problems if problem),
            meaning.embedded,
            {"keyword": keyword_ms, "vector": meaning.ms, "fusion": _ms(started)},
            {arm: len(found) for arm, found in arms.items()},
        )

    def _by_meaning(self, request: SearchRequest, recipe: Recipe) -> _Meaning:
        started = time.perf_counter()
        if not recipe.vector or not request.query.strip():
            return _Meaning()
        if self._embedder is None:
            return _Meaning(embedded=0.0, problem="keyword only: embedding is switched off")
        try:
            index = VectorIndex(self._embedder.fingerprint)
            embedded = self._knowledge.read(lambda c: self._share(c, request, index))
            if not embedded:
                return _Meaning(embedded=0.0, problem="keyword only: nothing is embedded yet")
            vector = self._embedder.embed_query(request.query[:2000])
        except ModelUnavailable as error:
            return _Meaning(embedded=0.0, problem=f"keyword only: {error}")
        found = self._knowledge.read(lambda c: self._nearest(c, request, index, vector, recipe.pool))
        problem = f"{embedded:.0%} embedded; the rest is found by keyword only" if embedded < 1 else ""
        return _Meaning(tuple(found), embedded, problem, _ms(started))

    def _share(self, connection: Connection, request: SearchRequest, index: VectorIndex) -> float:
        set_scope(connection, self._visible(connection, request.view), request.filters)
        row = connection.execute(Q.share_embedded, {"fingerprint": index.number(connection)}).fetchone()
        return row["embedded"] / row["passages"] if row["passages"] else 1.0

    def _nearest(
        self, connection: Connection, request: SearchRequest, index: VectorIndex, vector: Vector, k: int
    ) -> list[tuple[int, float]]:
        set_scope(connection, self._visible(connection, request.view), request.filters)
        return index.nearest(connection, vector, k)

    def _hits(
        self,
        connection: Connection,
        fused: Sequence[tuple[int, float]],
        arms: Mapping[str, Sequence[tuple[int, float]]],
    ) -> list[Hit]:
        """Read what is shown of each passage; one whose document left the scope meanwhile is dropped."""
        asked = json.dumps([passage for passage, _ in fused])
        rows = {row["id"]: row for row in connection.execute(Q.hits, {"passages": asked}) if row["path"]}
        scores = {arm: dict(found) for arm, found in arms.items()}
        ranks = {arm: {item: n for n, (item, _) in enumerate(found, 1)} for arm, found in arms.items()}
        return [
            Hit(
                passage, row["content_id"], row["path"], row["blob"], row["heading"], row["start_line"],
                row["end_line"], row["title"], row["text"], row["changed_at"], round(score, 6),
                {arm: round(found[passage], 6) for arm, found in scores.items() if passage in found},
                {arm: found[passage] for arm, found in ranks.items() if passage in found},
            )
            for passage, score in fused
            if (row := rows.get(passage)) is not None
        ]  # fmt: skip


def _spread(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """The first hits, at most PER_DOCUMENT of one document."""
    taken: dict[str, int] = {}
    chosen: list[Hit] = []
    for hit in hits:
        taken[hit.path] = taken.get(hit.path, 0) + 1
        if taken[hit.path] <= PER_DOCUMENT:
            chosen.append(hit)
        if len(chosen) >= limit:
            break
    return chosen


def _ms(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)
