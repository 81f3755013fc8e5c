"""Search of mirrored repositories: the core's own pipeline over PostgreSQL's index, in the transaction of who asks."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.ahead import AheadEmbedder
from scrubjay.inference.reranking import LateInteraction, Reranker
from scrubjay.knowledge.index.kinds import corpora_of, missing, share
from scrubjay.knowledge.retrieval.answering import DocumentQuery, answer, ask_words, ms_since, read_query
from scrubjay.knowledge.retrieval.meaning import UNKNOWN_WORDS, Meaning
from scrubjay.knowledge.retrieval.operators import without_surrogates
from scrubjay.knowledge.retrieval.query import LOOKED_AT, QUERY_CHARACTERS, asked_of_model
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.encoded import passage_prefix
from scrubjay.model.frozen import replace
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.text.languages import FUNCTION_WORDS, language_term
from scrubjay.text.scripts import stored_word
from scrubjay.text.telling import told
from scrubjay_team.index.facts import KnownFacts, ViewFacts, together
from scrubjay_team.index.keys import id_of
from scrubjay_team.index.places import find_places
from scrubjay_team.index.postgres_index import EXACT, PostgresIndex
from scrubjay_team.index.scope import (
    ProjectInScope,
    Scope,
    ShownPath,
    asked_kinds,
    is_narrow,
    narrow_to_phrases,
    narrowed,
    no_memories,
)
from scrubjay_team.index.statistics import Q, WordStatistics
from scrubjay_team.index.terms import PostgresTerms
from scrubjay_team.index.tokens import TextTokens

if TYPE_CHECKING:
    from uuid import UUID

    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.knowledge.retrieval.hybrid import SearchRequest
    from scrubjay.model.encoded import EmbeddedCorpus
    from scrubjay_team.database.connecting import Connection
    from scrubjay_team.index.facts import ViewKey

OTHER_MODEL: Final = "keyword only: what is searched was embedded by another model than this server's"


class TeamRetriever:
    """Searches the mirrors of a team. One serves all threads of a process; each search has a transaction of its own."""

    def __init__(self, embedder: Embedder | None, *, reranker: Reranker | None = None) -> None:
        self._embedder = AheadEmbedder.of(embedder) if embedder else None
        self._reranker = reranker or LateInteraction()
        self._tokens = TextTokens()
        self._facts = KnownFacts()

    def search(
        self, connection: Connection, request: SearchRequest, projects: Sequence[UUID] | None = None, view: int = 0
    ) -> HybridResult:
        """Answer a question over one view of some granted projects, None for all; what isn't granted isn't there.

        The request's own view isn't read. A hit's content tells its project: `number_of`. Of several projects each
        path has its project's name before it. Raises UsageError for an unknown recipe.
        """
        started = time.perf_counter()
        if self._embedder is not None and request.query.strip():
            self._embedder.ahead(asked_of_model(request.query))
        rows = connection.execute(
            Q.projects_indexed, {"projects": None if projects is None else list(projects), "view": view}
        ).fetchall()
        inside = tuple(
            ProjectInScope(row["id"], row["number"], row["name"], row["vectors"], row["fingerprint"]) for row in rows
        )
        if not inside:
            return nothing(request.recipe)
        statistics = WordStatistics(connection, inside, self._tokens)
        scope = scope_of(statistics, inside, view, request.filters)
        facts = self._facts_of(connection, scope, {row["id"]: row["version"] for row in rows})
        asked = read_query(
            request.query, filters=request.filters, limit=request.limit, recipe=request.recipe, weights=request.weights,
            superseded_by={**facts.superseded_by, **request.superseded_by},
            versions={**facts.versions, **request.versions}, candidates=request.candidates,
        )  # fmt: skip
        statistics.prepare(tokens_of(asked))
        index = PostgresIndex(scope, statistics, code="code" in facts.corpora)
        if asked.filters.asks_for_places:
            places = find_places(index, asked)
            return replace(places, notes=(*scope.notes, *places.notes))
        words = ask_words(index, asked)
        keyword_ms = ms_since(started)
        meaning = self._meaning(index, asked, facts, scope)
        found = answer(index, asked, words, meaning, self._reranker)
        ms = {"keyword": keyword_ms, "embedding": meaning.embed_ms, "vector": meaning.search_ms, **found.milliseconds}
        return replace(found, notes=scope.notes, milliseconds=ms)

    def cosines(self, request: SearchRequest, hits: Sequence[Hit]) -> dict[int, float]:
        """The cosine of each hit that has no vector, by passage, embedded now; empty without a model."""
        waiting = [hit for hit in hits if "vector" not in hit.scores]
        if self._embedder is None or not waiting or not request.query.strip():
            return {}
        with suppress(ModelUnavailable):
            if self._embedder.holds(request.query[:QUERY_CHARACTERS]):
                query = self._embedder.embed_query(request.query[:QUERY_CHARACTERS]).vector
                texts = [f"{passage_prefix(hit.title, hit.heading)}{hit.text}" for hit in waiting]
                near = self._embedder.embed_passages(texts).vectors @ query
                return {hit.passage: float(cosine) for hit, cosine in zip(waiting, near, strict=True)}
        return {}

    def _meaning(self, index: PostgresIndex, asked: DocumentQuery, facts: ViewFacts, scope: Scope) -> Meaning:
        """The passages of the scope nearest to a question, or why there are none."""
        if not asked.asks_meaning or not asked.query.strip():
            return Meaning()
        if self._embedder is None:
            return Meaning(embedded=0.0, problem="keyword only: embedding is switched off")
        started = time.perf_counter()
        corpora = corpora_in(facts, scope.kinds)
        try:
            if not self._embedder.holds(asked.query[:QUERY_CHARACTERS]):
                return Meaning(embedded=share(corpora), corpora=corpora, problem=UNKNOWN_WORDS, held=False)
            if not scope.vectors:
                return Meaning(embedded=share(corpora), corpora=corpora, problem=missing(corpora))
            if scope.fingerprints != {self._embedder.fingerprint.key}:
                return Meaning(embedded=0.0, problem=OTHER_MODEL)
            encoded = self._embedder.embed_query(asked_of_model(asked.query))
        except ModelUnavailable as error:
            return Meaning(embedded=0.0, problem=f"keyword only: {error}")
        embed_ms, started = ms_since(started), time.perf_counter()
        asks = share(corpora) and not asked.filters.only_memories
        ranked = tuple(index.nearest(encoded.vector, asked.most)) if asks else ()
        return Meaning(
            ranked=ranked, encoded=encoded, embedded=share(corpora), corpora=corpora, problem=missing(corpora),
            method="every vector" if scope.vectors <= EXACT else "graphs of vectors", embed_ms=embed_ms,
            search_ms=ms_since(started),
        )  # fmt: skip

    def _facts_of(self, connection: Connection, scope: Scope, versions: Mapping[UUID, str]) -> ViewFacts:
        """The facts of the views of all projects together."""

        def read(missing: Sequence[ViewKey]) -> Mapping[ViewKey, str]:
            place = {"projects": [project for project, _ in missing], "view": scope.view}
            texts = {row["project"]: row["facts"] for row in connection.execute(Q.facts_of_views, place)}
            return {key: str(texts[key[0]]) for key in missing if key[0] in texts}

        each = self._facts.of([(one.id, f"{scope.view}:{versions[one.id]}") for one in scope.projects], read)
        if len(each) == 1:
            return each[0]
        return together(
            facts.told(partial(scope.told, content=id_of(project.number, 0)))
            for project, facts in zip(scope.projects, each, strict=True)
        )


def scope_of(statistics: WordStatistics, projects: tuple[ProjectInScope, ...], view: int, filters: Filters) -> Scope:
    """The scope of a search by its filters, applied to what the view shows before anything is ranked."""
    kinds = asked_kinds(filters)
    scope = Scope(projects=projects, view=view, kinds=kinds)
    if notes := no_memories(filters):
        return replace(scope, rows=(), notes=notes)
    if not is_narrow(filters):
        return scope
    path = without_surrogates(filters.path)
    found = statistics.rows(
        Q.shown_below, view=view, kinds=list(kinds) if kinds is not None else None,
        path="" if any(sign in path for sign in "*?[") else path,
    )  # fmt: skip
    rows, notes = narrowed([ShownPath(**row) for row in found], filters, scope.told)
    if rows and not notes:
        rows, notes = narrow_to_phrases(rows, filters, PostgresTerms(scope, statistics).holders)
    return replace(scope, rows=rows, notes=notes)


def tokens_of(asked: DocumentQuery) -> Iterable[str]:
    """The words that a search will ask the frequencies of: its own and its names, and those that tell a language."""
    yield from (*asked.parsed.exact, *asked.parsed.words, *(name.token for name in asked.parsed.names))
    yield from (stored_word(word) for word in told(asked.query)[:LOOKED_AT])
    yield from map(language_term, FUNCTION_WORDS)


def corpora_in(facts: ViewFacts, kinds: tuple[str, ...] | None) -> tuple[EmbeddedCorpus, ...]:
    """How many passages of documents of some kinds have a vector, in the whole views."""
    counts = [count for kind, count in facts.corpora.items() if kind != "code" and (kinds is None or kind in kinds)]
    return corpora_of([("text", sum(embedded for embedded, _ in counts), sum(every for _, every in counts))])


def nothing(recipe: str) -> HybridResult:
    """The answer where no project may be searched, or none is indexed yet."""
    return HybridResult(
        hits=(), recipe=recipe, degraded=(), embedded=1.0, notes=("nothing is indexed yet of what may be searched",)
    )
