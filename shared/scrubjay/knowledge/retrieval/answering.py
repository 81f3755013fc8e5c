"""Answer of documents and code to a question, over any index: two arms vote for a pool, of which hits are chosen.

A program that has an index and a query's meaning needs nothing else: `read_query`, `ask_words`, `answer`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.reranking import Reranker, tells_much
from scrubjay.knowledge.retrieval.chosen import chosen_hits
from scrubjay.knowledge.retrieval.code_order import asks_for_code, merge_with_code
from scrubjay.knowledge.retrieval.code_search import find_code
from scrubjay.knowledge.retrieval.keyword import KeywordAnswer, newest_contents, search_words, with_worth
from scrubjay.knowledge.retrieval.order import PER_DOCUMENT
from scrubjay.knowledge.retrieval.pool import Hear, Pool, Scored, done, problems, rank_pool, skipped, with_rest
from scrubjay.knowledge.retrieval.query import ParsedQuery, is_paired, parse_query
from scrubjay.knowledge.retrieval.recipes import Recipe, find_recipe
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.knowledge.retrieval.versions import Versions, answering, read_pages
from scrubjay.model.frozen import dataclass
from scrubjay.model.hit import HybridResult

if TYPE_CHECKING:
    from scrubjay.knowledge.retrieval.index import Index
    from scrubjay.knowledge.retrieval.meaning import Meaning
    from scrubjay.knowledge.retrieval.pool_documents import Ranking
    from scrubjay.knowledge.retrieval.threads import LinkedThreads

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
class DocumentQuery:
    """A question to documents and code, as it is looked up and ranked; made by `read_query`. Its scope is the index's.

    `superseded_by` maps paths of old decisions to their successors, `versions` are those of pages, by path.
    """

    query: str
    parsed: ParsedQuery
    recipe: Recipe
    filters: Filters
    limit: int
    superseded_by: Mapping[str, tuple[str, ...]]
    versions: Versions
    candidates: int

    @property
    def most(self) -> int:
        """How many passages an arm is asked for."""
        return PASSAGES * self.candidates

    @property
    def asks_meaning(self) -> bool:
        """Whether vectors are searched: not for a query of signs alone, nor for code, which has none."""
        return bool(self.recipe.vector and self.parsed.match and self.filters.kinds != ONLY_CODE)


@dataclass(frozen=True, slots=True)
class Together:
    """Texts that a program reads together: what hears the turns of a conversation, and threads of discussions."""

    hear: Hear
    threads: LinkedThreads | None = None


def read_query(
    query: str,
    *,
    filters: Filters,
    limit: int = 8,
    recipe: str = "balanced",
    weights: Mapping[str, float] | None = None,
    superseded_by: Mapping[str, tuple[str, ...]] | None = None,
    versions: Versions | None = None,
    candidates: int = CANDIDATES,
) -> DocumentQuery:
    """A question as it is looked up; `weights` multiply those of the recipe. Raises UsageError for an unknown one."""
    ranking = find_recipe(recipe)
    if filters.only_discussions:
        ranking = ranking.for_discussions()
    return DocumentQuery(
        query=query,
        parsed=parse_query(query),
        recipe=ranking.weighted(weights or {}),
        filters=filters,
        limit=max(1, min(limit, MOST)),
        superseded_by=superseded_by or {},
        versions=versions or {},
        candidates=candidates,
    )


def ask_words(index: Index, asked: DocumentQuery, *, helped: bool = True) -> KeywordAnswer:
    """The passages that hold the query's words; the newest ones for filters without words. `helped`: by documents."""
    if not asked.query.strip() and asked.filters != Filters():
        return newest_contents(index, asked.candidates)
    if not asked.recipe.bm25:
        return KeywordAnswer()
    phrases = asked.filters.prefers
    if is_paired(asked.query):  # where no space stands between words, a phrase isn't typed in quotation marks
        phrases = (*phrases, asked.parsed.text)
    return search_words(index, asked.parsed, asked.most, helped=helped, phrases=phrases)


def answer(
    index: Index,
    asked: DocumentQuery,
    words: KeywordAnswer,
    meaning: Meaning,
    reranker: Reranker,
    together: Together | None = None,
) -> HybridResult:
    """The documents and code that answer a question, without memories and the notes of its scope.

    `milliseconds` are of wall time for the pool, for reading hits and for code.
    """
    started = time.perf_counter()
    arms: Mapping[str, Ranking] = {"bm25": words.ranked, "vector": meaning.ranked}
    owners, pages = read_pages(index.view(), arms.values(), asked.versions, asked.query)
    pool, steps = _ranked(
        index=index,
        asked=asked,
        arms=arms,
        meaning=meaning,
        owners=owners,
        reranker=reranker,
        together=together,
    )
    pool_ms, started = ms_since(started), time.perf_counter()
    found = with_rest(pool.scored, arms, words.exact.passages, PER_DOCUMENT * asked.limit)
    found = answering(index, found, pages, words.exact)
    chosen = chosen_hits(
        index, found, arms, query=asked.parsed, asked=asked.query, exact=words.exact, pages=pages,
        superseded_by=asked.superseded_by, limit=asked.limit,
    )  # fmt: skip
    read_ms, started = ms_since(started), time.perf_counter()
    code = find_code(index, asked.parsed, asked.filters, asked.limit)
    exact = words.exact.beside(code.exact) if code.exact else words.exact
    code_ms = ms_since(started)
    if lacks_meaning(asked, meaning):
        chosen = with_worth(index, asked.query, chosen)
    asked_for = code.called or asks_for_code(asked.query, chosen, code.hits)
    chosen = merge_with_code(chosen, code.hits, code_first=asked_for)[: asked.limit]
    return HybridResult(
        hits=chosen,
        recipe=asked.recipe.name,
        degraded=problems(arms, asked.parsed, meaning, pool.unranked),
        embedded=meaning.embedded,
        corpora=meaning.corpora,
        milliseconds={"pool": pool_ms, "reading": read_ms, "code": code_ms},
        candidates={arm: len(ranking) for arm, ranking in arms.items()} | {"pool": pool.documents, "code": code.found},
        exact=exact.labels,
        steps=(*steps, *skipped(asked.recipe, arms, asked.parsed, meaning)),
        named=exact.named(chosen),
        by_name=frozenset(exact.documents),
        unknown=exact.unknown,
    )


def lacks_meaning(asked: DocumentQuery, meaning: Meaning) -> bool:
    """Whether hits say which of the words they hold: the model doesn't hold them, or there is none for their script."""
    return not meaning.held or (meaning.encoded is None and is_paired(asked.query))


def _ranked(
    index: Index,
    asked: DocumentQuery,
    arms: Mapping[str, Ranking],
    meaning: Meaning,
    owners: Mapping[int, int],
    reranker: Reranker,
    together: Together | None,
) -> tuple[Pool, tuple[str, ...]]:
    """The fused pool, and the ranking steps in words; an arm that answers alone keeps its own order and scores."""
    alone, recipe = [arm for arm, ranking in arms.items() if ranking], asked.recipe
    reranks = bool(recipe.reranker and reranker.name and meaning.ranked)
    threads = together.threads if together else None
    if len(alone) < 2 and not reranks and threads is None:
        ranking = [pair for arm in alone for pair in arms[arm]]
        scored = tuple(Scored(passage, 0, round(score, 6)) for passage, score in ranking)
        return Pool(scored, 0), (ALONE.format(alone[0]) if alone else "nothing found",)
    pasted = tells_much(meaning.encoded)
    if pasted:
        recipe = recipe.weighted({"bm25": PASTED})
    pool = rank_pool(
        recipe=recipe,
        arms=arms,
        owners=owners,
        candidates=asked.candidates,
        query=asked.query,
        meaning=meaning,
        index=index,
        reranker=reranker,
        hear=together.hear if together else _unheard,
        threads=threads,
    )
    return pool, done(recipe, reranker.name if reranks else "", meaning, pool, pasted=pasted)


def _unheard(turns: Sequence[tuple[int, int | None]], scores: Sequence[float]) -> list[float]:
    """The scores of turns as they are, where no conversation is known."""
    return list(scores)


def ms_since(started: float) -> float:
    """Milliseconds since a moment."""
    return round((time.perf_counter() - started) * 1000, 2)
