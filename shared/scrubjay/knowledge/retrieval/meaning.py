"""The vector arm: passages near the query in meaning, and the reranker's scores of them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.ahead import AheadEmbedder
from scrubjay.inference.reranking import RerankCandidate, Reranker
from scrubjay.knowledge.index.generation import filled, state
from scrubjay.knowledge.index.indexes import VectorIndexes
from scrubjay.knowledge.index.kinds import missing, share
from scrubjay.knowledge.retrieval.query import QUERY_CHARACTERS, asked_of_model
from scrubjay.knowledge.retrieval.recipes import Recipe
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.counted import counted
from scrubjay.model.encoded import passage_prefix
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.knowledge.index.vectors import VectorIndex
    from scrubjay.knowledge.retrieval.index import Passages
    from scrubjay.model.encoded import EmbeddedCorpus, EncodedQuery, Vector
    from scrubjay.model.view import View


REMEMBERED = 256
"""Scopes whose vectors are counted; counting takes 23 ms at 100,000 passages."""

UNKNOWN_WORDS = "by words alone: the model doesn't know this language; scrubjay[multilingual] brings one that does"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """Passages by cosine, best first, and the vector of the query.

    `problem` says why not everything could be asked, `method` how it was; times are milliseconds of wall time.
    `held`: whether the model holds the words of the query.
    """

    ranked: tuple[tuple[int, float], ...] = ()
    encoded: EncodedQuery | None = None
    embedded: float = 1.0
    corpora: tuple[EmbeddedCorpus, ...] = ()
    problem: str = ""
    method: str = ""
    embed_ms: float = 0.0
    search_ms: float = 0.0
    held: bool = True


class MeaningArm:
    """Searches by vectors in one database. Safe to use from several threads."""

    def __init__(self, knowledge: Database, embedder: Embedder | None, indexes: VectorIndexes) -> None:
        self._knowledge = knowledge
        self._embedder = AheadEmbedder.of(embedder) if embedder else None
        self._indexes = indexes
        self._index: VectorIndex | None = None
        self._corpora: dict[tuple[object, ...], tuple[EmbeddedCorpus, ...]] = {}
        self._has_vectors = False

    def ahead(self, query: str, connection: Connection | None = None) -> None:
        """Let the model start on a query that will be searched for, if there are vectors to compare it with.

        Without a connection there are where the last one that looked found some.
        """
        if self._embedder is None or not query.strip():
            return
        with suppress(ModelUnavailable):
            if connection is not None:
                self._has_vectors = bool(self.index().number(connection))
            if self._has_vectors:
                self._embedder.ahead(asked_of_model(query))

    def search(self, connection: Connection, query: str, view: View, filters: Filters, k: int) -> Meaning:
        """The k nearest passages of the scope; none where there is no model or no vector, which `problem` says."""
        if not query.strip():
            return Meaning()
        if self._embedder is None:
            return Meaning(embedded=0.0, problem="keyword only: embedding is switched off")
        started = time.perf_counter()
        try:
            index, held = self.index(), self._embedder.holds(query[:QUERY_CHARACTERS])
            if not held or not index.number(connection):
                corpora = self._counted(connection, view, filters, index)
                problem = missing(corpora) if held else UNKNOWN_WORDS
                return Meaning(embedded=share(corpora), corpora=corpora, problem=problem, held=held)
            encoded = self._embedder.embed_query(asked_of_model(query))
        except ModelUnavailable as error:
            return Meaning(embedded=0.0, problem=f"keyword only: {error}")
        embed_ms, started = _ms(started), time.perf_counter()
        corpora = self._counted(connection, view, filters, index)
        asks = share(corpora) and not filters.only_memories
        return Meaning(
            ranked=tuple(index.nearest(connection, encoded.vector, k)) if asks else (),
            encoded=encoded,
            embedded=share(corpora),
            corpora=corpora,
            problem=missing(corpora),
            method=index.method(connection),
            embed_ms=embed_ms,
            search_ms=_ms(started),
        )

    def comparer(self) -> Embedder | None:
        """The embedder for texts to compare with vectors; None where there are no vectors. Raises ModelUnavailable."""
        return self._embedder if self._embedder and self._knowledge.read(self.index().number) else None

    def alike(self, vector: Vector, least: float) -> dict[str, float]:
        """The memories, by id, that have a passage of at least a cosine with a text's vector; best first.

        Whether a view shows them is not asked.
        """
        return dict(self._knowledge.read(lambda c: self.index().within(c, vector, least)))

    def cosines(self, query: str, texts: Sequence[str]) -> tuple[float, ...]:
        """The cosine of a query with each of some texts, embedded now; none where there is no model."""
        if self._embedder is None or not texts or not query.strip():
            return ()
        try:
            if not self._embedder.holds(query[:QUERY_CHARACTERS]):
                return ()
            vector = self._embedder.embed_query(query[:QUERY_CHARACTERS]).vector
            return tuple(float(cosine) for cosine in self._embedder.embed_passages(texts).vectors @ vector)
        except ModelUnavailable:
            return ()

    def index(self) -> VectorIndex:
        """The vectors of the embedder. Raises ModelUnavailable where its fingerprint can't be known."""
        if self._embedder is None:
            raise ModelUnavailable("embedding is switched off")
        if self._index is None:
            self._index = self._indexes.of(self._knowledge, self._embedder.fingerprint)
        return self._index

    def _counted(
        self, connection: Connection, view: View, filters: Filters, index: VectorIndex
    ) -> tuple[EmbeddedCorpus, ...]:
        """How much of each corpus of the scope has vectors, counted when something changed."""
        scope = filled(connection)
        number = scope.view if scope else 0
        # What a view shows beside documents changes with more than contents, such as the day.
        fills = tuple(
            fill for (_, shown), fill in sorted(connection.fill_states.items(), key=itemgetter(0)) if shown == number
        )
        key = (f"{view.key}:{view.commit}:{view.as_of}", filters, fills, *state(connection))
        if (cached := self._corpora.get(key)) is not None:
            return cached
        corpora = index.corpora(connection, "memories" if filters.only_memories else "scope")
        if len(self._corpora) >= REMEMBERED:
            self._corpora.clear()
        self._corpora[key] = corpora
        return corpora


def _ms(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)


def reranked(
    recipe: Recipe,
    passages: Mapping[int, bool],
    query: str,
    meaning: Meaning,
    index: Passages,
    reranker: Reranker,
) -> tuple[dict[int, float | None], str]:
    """The reranker's score of each passage, and why some or all have none.

    `passages` says of each whether it has a vector.
    """
    nothing: dict[int, float | None] = dict.fromkeys(passages)
    if not recipe.reranker or not reranker.name:
        return nothing, "" if not recipe.reranker else "not reranked: switched off"
    texts: dict[int, str] = {}
    states: Mapping[int, bytes] = {}
    if reranker.wants_text:
        rows = index.rows(passages)
        shown = {passage: rows[passage] for passage in passages if passage in rows}
        texts = {id: f"{passage_prefix(r['title'], r['heading'])}{r['text']}" for id, r in shown.items()}
    elif meaning.encoded is None or meaning.encoded.states is None:
        return nothing, "" if meaning.encoded is None else "not reranked: the embedder gives no token states"
    else:
        states = index.states(list(passages))
    candidates = [RerankCandidate(passage, texts.get(passage, ""), states.get(passage)) for passage in passages]
    try:
        scores = reranker.score(query, meaning.encoded, candidates)
    except ModelUnavailable as error:
        return nothing, f"not reranked: {error}"
    close = dict(zip(passages, scores, strict=True))
    if reranker.wants_text:
        return close, ""
    lacking = sum([embedded and passage not in states for passage, embedded in passages.items()])
    return close, f"{lacking} of {counted(len(passages), 'passage')} ranked without token states" if lacking else ""
