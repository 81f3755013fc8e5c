"""Hybrid search: a word arm and a vector arm side by side vote for a pool, within what the view shows."""

import time
from collections.abc import Callable, Mapping, Sequence

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.reranking import LateInteraction, Reranker, tells_much
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.retrieval.chosen import chosen_hits
from scrubjay.knowledge.retrieval.code_order import asks_for_code, merge_with_code
from scrubjay.knowledge.retrieval.code_search import find_code
from scrubjay.knowledge.retrieval.hits import hits_with_name
from scrubjay.knowledge.retrieval.index import Index
from scrubjay.knowledge.retrieval.keyword import KeywordAnswer, newest_contents, with_worth
from scrubjay.knowledge.retrieval.meaning import Meaning, MeaningArm
from scrubjay.knowledge.retrieval.memories import MemoryQuery, find_memories
from scrubjay.knowledge.retrieval.operators import read_operators
from scrubjay.knowledge.retrieval.order import PER_DOCUMENT
from scrubjay.knowledge.retrieval.places import find_places
from scrubjay.knowledge.retrieval.pool import Pool, Scored, done, problems, rank_pool, skipped, with_rest
from scrubjay.knowledge.retrieval.pool_documents import Ranking
from scrubjay.knowledge.retrieval.query import ParsedQuery, is_paired, parse_query
from scrubjay.knowledge.retrieval.recipes import RECIPES, Recipe, find_recipe
from scrubjay.knowledge.retrieval.scope import Filters, set_scope, visible_kinds
from scrubjay.knowledge.retrieval.sqlite_index import SqliteIndex
from scrubjay.knowledge.retrieval.threads import Linked, LinkedThreads, turn_scores
from scrubjay.knowledge.retrieval.versions import Versions, answering, read_pages
from scrubjay.model.counted import counted
from scrubjay.model.encoded import Vector, passage_prefix
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Visible = Callable[[Connection, View, tuple[str, ...]], int]
"""Makes `temp.visible` hold what a view shows of some kinds, none for all but `ONLY_BY_NAME`; returns its number."""

__all__ = ["PER_DOCUMENT", "HybridRetriever", "SearchRequest"]

MOST = 100
"""Hits in an answer, whatever was asked for."""

CANDIDATES = 100
"""Documents that each arm brings."""

ALONE = "{} alone: not fused, not reranked"

ONLY_CODE = ("code",)

PASTED = 0.5
"""What words count in a question of more than 32 telling tokens: most of a pasted text isn't asked about (ADR 0026)."""

PASSAGES = 2
"""Passages an arm is asked for, for each document that it may bring: several of one document may be found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What to look for, and where. `superseded_by` maps paths of old decisions to their successors in the view.

    `versions` are those of pages, by path. `memories` is how many of these may be answered, in their own part.
    """

    query: str
    view: View
    limit: int = 8
    filters: Filters = field(default_factory=Filters)
    recipe: str = "balanced"
    weights: Mapping[str, float] = field(default_factory=dict)
    superseded_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    versions: Versions = field(default_factory=dict)
    candidates: int = CANDIDATES
    memories: int = 0


class HybridRetriever:
    """Searches one project's passages, from several threads; `indexes` are shared by the retrievers of a process.

    With `linked`, which says what names each other, threads of discussions are ranked as documents are.
    """

    def __init__(
        self,
        knowledge: Database,
        visible: Visible,
        embedder: Embedder | None,
        *,
        reranker: Reranker | None = None,
        indexes: VectorIndexes | None = None,
        linked: Linked | None = None,
    ) -> None:
        self._knowledge = knowledge
        self._visible = visible
        self._meaning = MeaningArm(knowledge, embedder, indexes or VectorIndexes())
        self._reranker = reranker or LateInteraction()
        self._linked = linked

    def search(self, request: SearchRequest) -> HybridResult:
        """Find passages; without a model by keyword alone, which `degraded` says.

        Raises UsageError for an unknown recipe.
        """
        recipe = find_recipe(request.recipe)
        if request.filters.only_discussions:
            recipe = recipe.for_discussions()
        recipe = recipe.weighted(request.weights)
        parsed = parse_query(request.query)
        if request.filters.asks_for_places:
            filters, limit = request.filters, max(1, min(request.limit, MOST))
            kinds = visible_kinds(filters)
            return self._knowledge.read(
                lambda c: find_places(c, self._visible(c, request.view, kinds), filters, parsed, limit)
            )
        return self._knowledge.read(lambda c: self._answer(c, request, recipe, parsed))

    def ahead(self, query: str, recipe: str) -> None:
        """Let the model start on a question that will be searched for, while other things are looked up."""
        if recipe in RECIPES and RECIPES[recipe].vector:
            self._meaning.ahead(query)

    def begin(self, typed: str) -> None:
        """Start encoding a typed question ahead of its search, unless it has operators."""
        asked = read_operators(typed)
        if not asked.operators:
            self.ahead(asked.words, "balanced")

    def holding(self, match: str, view: View, filters: Filters) -> tuple[Hit, ...]:
        """Passages that hold a name, given as a full-text expression, best first; without the ranking of a search."""

        def find(connection: Connection) -> tuple[Hit, ...]:
            set_scope(connection, self._visible(connection, view, visible_kinds(filters)), filters)
            return tuple(hits_with_name(connection, match, MOST))

        return self._knowledge.read(find)

    def comparer(self) -> Embedder | None:
        """The embedder whose vectors are compared with memories; see MeaningArm.comparer."""
        return self._meaning.comparer()

    def alike(self, vector: Vector, least: float) -> dict[str, float]:
        """The cosine of each memory, by id, that is at least so near to a vector; see MeaningArm.alike."""
        return self._meaning.alike(vector, least)

    def cosines(self, request: SearchRequest, hits: Sequence[Hit]) -> dict[int, float]:
        """The cosine of each document's hit that has no vector, by passage; empty if the recipe uses no vectors."""
        if not find_recipe(request.recipe).vector:
            return {}
        waiting = [hit for hit in hits if hit.kind != "memory" and "vector" not in hit.scores]
        texts = [f"{passage_prefix(hit.title, hit.heading)}{hit.text}" for hit in waiting]
        found = self._meaning.cosines(request.query, texts)
        return {hit.passage: cosine for hit, cosine in zip(waiting, found, strict=False)}

    def _by_meaning(
        self, connection: Connection, request: SearchRequest, recipe: Recipe, parsed: ParsedQuery
    ) -> Meaning:
        """The passages nearest to the query by vectors; empty if vectors aren't asked."""
        if not _asks_meaning(request, recipe, parsed):
            return Meaning()
        most = PASSAGES * request.candidates
        return self._meaning.search(connection, request.query, request.view, request.filters, most)

    def _by_words(
        self, connection: Connection, index: Index, request: SearchRequest, recipe: Recipe, parsed: ParsedQuery
    ) -> KeywordAnswer:
        """The passages that hold the query's words; the newest ones for filters without words."""
        if not request.query.strip() and request.filters != Filters():
            return newest_contents(connection, request.candidates)
        if not recipe.bm25:
            return KeywordAnswer()
        most, phrases = PASSAGES * request.candidates, request.filters.prefers
        if is_paired(request.query):  # where no space stands between words, a phrase isn't typed in quotation marks
            phrases = (*phrases, parsed.text)
        return index.terms(parsed, most, helped=self._linked is None, phrases=phrases)

    def _answer(
        self, connection: Connection, request: SearchRequest, recipe: Recipe, parsed: ParsedQuery
    ) -> HybridResult:
        """Run a search on one connection: both arms, the pool, hits, code and memories."""
        started = time.perf_counter()
        narrowing = set_scope(
            connection, self._visible(connection, request.view, visible_kinds(request.filters)), request.filters
        )
        if _asks_meaning(request, recipe, parsed):
            self._meaning.ahead(request.query, connection)
        index = SqliteIndex(connection, self._meaning.index)
        words = self._by_words(connection, index, request, recipe, parsed)
        keyword_ms = _ms(started)
        meaning = self._by_meaning(connection, request, recipe, parsed)
        started = time.perf_counter()
        arms: Mapping[str, Ranking] = {"bm25": words.ranked, "vector": meaning.ranked}
        owners, pages = read_pages(connection, arms.values(), request.versions, request.query)
        pool, steps = self._ranked(
            connection=connection,
            index=index,
            request=request,
            recipe=recipe,
            arms=arms,
            meaning=meaning,
            owners=owners,
        )
        pool_ms, started = _ms(started), time.perf_counter()
        limit = max(1, min(request.limit, MOST))
        found = with_rest(pool.scored, arms, words.exact.passages, PER_DOCUMENT * limit)
        found = answering(connection, found, pages, words.exact)
        chosen = chosen_hits(
            connection, index, found, arms, query=parsed, asked=request.query, exact=words.exact, pages=pages,
            superseded_by=request.superseded_by, limit=limit,
        )  # fmt: skip
        read_ms, started = _ms(started), time.perf_counter()
        code = find_code(connection, parsed, request.filters, limit)
        exact = words.exact.beside(code.exact) if code.exact else words.exact
        code_ms, started = _ms(started), time.perf_counter()
        asked = MemoryQuery(request.query, recipe, parsed, meaning, index if meaning.encoded else None, self._reranker)
        memories, by_arm = find_memories(connection, asked, request.memories)
        if not meaning.held or (meaning.encoded is None and is_paired(request.query)):
            chosen, memories = with_worth(connection, request.query, chosen, memories)
        asked_for = code.called or asks_for_code(request.query, chosen, code.hits)
        chosen = merge_with_code(chosen, code.hits, code_first=asked_for)[:limit]
        if request.filters.only_memories:
            arms, steps = by_arm, (f"{counted(len(memories), 'memory')} ranked among themselves",)
        return HybridResult(
            hits=chosen,
            recipe=recipe.name,
            degraded=problems(arms, parsed, meaning, pool),
            embedded=meaning.embedded,
            corpora=meaning.corpora,
            milliseconds={
                "keyword": keyword_ms, "embedding": meaning.embed_ms, "vector": meaning.search_ms, "pool": pool_ms,
                "reading": read_ms, "code": code_ms, "memories": _ms(started),
            },
            candidates={arm: len(ranking) for arm, ranking in arms.items()}
            | {"pool": pool.documents, "code": code.found},
            exact=exact.labels,
            notes=narrowing,
            steps=(*steps, *skipped(recipe, arms, parsed, meaning)),
            memories=memories,
            named=exact.named(chosen),
            by_name=frozenset(exact.documents),
            unknown=exact.unknown,
        )  # fmt: skip

    def _ranked(
        self,
        connection: Connection,
        index: Index,
        request: SearchRequest,
        recipe: Recipe,
        arms: Mapping[str, Sequence[tuple[int, float]]],
        meaning: Meaning,
        owners: Mapping[int, int],
    ) -> tuple[Pool, tuple[str, ...]]:
        """The fused pool, and the ranking steps in words; an arm that answers alone keeps its own order and scores."""
        alone = [arm for arm, ranking in arms.items() if ranking]
        reranks = bool(recipe.reranker and self._reranker.name and meaning.ranked)
        if len(alone) < 2 and not reranks and self._linked is None:
            ranking = [pair for arm in alone for pair in arms[arm]]
            scored = tuple(Scored(passage, 0, round(score, 6)) for passage, score in ranking)
            return Pool(scored, 0), (ALONE.format(alone[0]) if alone else "nothing found",)
        try:
            vectors = self._meaning.index()
        except ModelUnavailable:  # it was there a moment ago
            return Pool(tuple(Scored(p, 0, round(s, 6)) for p, s in arms["bm25"]), 0), (ALONE.format("bm25"),)
        pasted = tells_much(meaning.encoded)
        if pasted:
            recipe = recipe.weighted({"bm25": PASTED})
        pool = rank_pool(
            recipe=recipe,
            arms=arms,
            owners=owners,
            candidates=request.candidates,
            query=request.query,
            meaning=meaning,
            index=index,
            reranker=self._reranker,
            hear=lambda turns, scores: turn_scores(connection, recipe.talk, request.query, turns, scores, vectors),
            threads=LinkedThreads(connection, self._linked) if self._linked else None,
        )
        return pool, done(recipe, self._reranker.name if reranks else "", meaning, pool, pasted=pasted)


def _asks_meaning(request: SearchRequest, recipe: Recipe, parsed: ParsedQuery) -> bool:
    """Whether vectors are searched: not for a query of signs alone, nor for code, which has none."""
    return bool(recipe.vector and parsed.match and request.filters.kinds != ONLY_CODE)


def _ms(started: float) -> float:
    """Milliseconds since a moment."""
    return round((time.perf_counter() - started) * 1000, 2)
