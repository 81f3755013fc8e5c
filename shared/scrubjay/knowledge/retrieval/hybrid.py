"""Hybrid search: a word arm and a vector arm side by side vote for a pool, within what the view shows."""

import time
from collections.abc import Callable, Mapping, Sequence

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.reranking import LateInteraction, Reranker
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.retrieval.answering import (
    CANDIDATES,
    MOST,
    DocumentQuery,
    Together,
    answer,
    ask_words,
    lacks_meaning,
    ms_since,
    read_query,
)
from scrubjay.knowledge.retrieval.keyword import with_worth
from scrubjay.knowledge.retrieval.meaning import Meaning, MeaningArm
from scrubjay.knowledge.retrieval.memories import MemoryQuery, find_memories
from scrubjay.knowledge.retrieval.operators import read_operators
from scrubjay.knowledge.retrieval.order import PER_DOCUMENT
from scrubjay.knowledge.retrieval.places import find_places
from scrubjay.knowledge.retrieval.pool import problems, skipped
from scrubjay.knowledge.retrieval.recipes import RECIPES, find_recipe
from scrubjay.knowledge.retrieval.scope import Filters, set_scope, visible_kinds
from scrubjay.knowledge.retrieval.sqlite_index import SqliteIndex, hits_with_name
from scrubjay.knowledge.retrieval.threads import Linked, LinkedThreads, turn_scores
from scrubjay.knowledge.retrieval.versions import Versions
from scrubjay.model.counted import counted
from scrubjay.model.encoded import Vector, passage_prefix
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Visible = Callable[[Connection, View, tuple[str, ...]], int]
"""Makes `temp.visible` hold what a view shows of some kinds, none for all but `ONLY_BY_NAME`; returns its number."""

__all__ = ["PER_DOCUMENT", "HybridRetriever", "SearchRequest"]


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
        asked = read_query(
            request.query,
            filters=request.filters,
            limit=request.limit,
            recipe=request.recipe,
            weights=request.weights,
            superseded_by=request.superseded_by,
            versions=request.versions,
            candidates=request.candidates,
        )
        if asked.filters.asks_for_places:
            kinds = visible_kinds(asked.filters)
            return self._knowledge.read(
                lambda c: find_places(
                    c, self._visible(c, request.view, kinds), asked.filters, asked.parsed, asked.limit
                )
            )
        return self._knowledge.read(lambda c: self._answer(c, request, asked))

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

    def _answer(self, connection: Connection, request: SearchRequest, asked: DocumentQuery) -> HybridResult:
        """Run a search on one connection: both arms, the answer of documents and code, and memories."""
        started = time.perf_counter()
        narrowing = set_scope(
            connection, self._visible(connection, request.view, visible_kinds(asked.filters)), asked.filters
        )
        if asked.asks_meaning:
            self._meaning.ahead(asked.query, connection)
        index = SqliteIndex(connection, self._meaning.index, asked.parsed.text)
        words = ask_words(index, asked, helped=self._linked is None)
        keyword_ms = ms_since(started)
        meaning = Meaning()
        if asked.asks_meaning:
            meaning = self._meaning.search(connection, asked.query, request.view, asked.filters, asked.most)
        found = answer(index, asked, words, meaning, self._reranker, self._together(connection, asked))
        started = time.perf_counter()
        to_memories = MemoryQuery(
            asked.query, asked.recipe, asked.parsed, meaning, index if meaning.encoded else None, self._reranker
        )
        memories, by_arm = find_memories(connection, to_memories, request.memories)
        if memories and lacks_meaning(asked, meaning):
            memories = with_worth(index, asked.query, memories)
        ms = {"keyword": keyword_ms, "embedding": meaning.embed_ms, "vector": meaning.search_ms, **found.milliseconds}
        ms["memories"] = ms_since(started)
        found = replace(found, notes=narrowing, memories=memories, milliseconds=ms)
        if not asked.filters.only_memories:
            return found
        ranked = f"{counted(len(memories), 'memory')} ranked among themselves"
        return replace(
            found,
            degraded=problems(by_arm, asked.parsed, meaning),
            candidates={**found.candidates, **{arm: len(ranking) for arm, ranking in by_arm.items()}},
            steps=(ranked, *skipped(asked.recipe, by_arm, asked.parsed, meaning)),
        )

    def _together(self, connection: Connection, asked: DocumentQuery) -> Together | None:
        """What is read together, where discussions or turns of a conversation are ranked and there are vectors."""
        talk = asked.recipe.talk
        if talk is None and self._linked is None:
            return None
        try:
            vectors = self._meaning.index()
        except ModelUnavailable:
            return None
        return Together(
            hear=lambda turns, scores: turn_scores(connection, talk, asked.query, turns, scores, vectors),
            threads=LinkedThreads(connection, self._linked) if self._linked else None,
        )
