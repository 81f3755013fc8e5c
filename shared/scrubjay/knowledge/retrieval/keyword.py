"""Keyword search: passages by their words, helped by their whole document and by its path."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from scrubjay.inference.numeric import np
from scrubjay.knowledge.index.generation import contents_of, filled, in_scope
from scrubjay.knowledge.index.terms import (
    DOCUMENTS,
    MEMORIES,
    NOBODY,
    PASSAGES,
    WordIndex,
    WordRows,
    add_up,
    best_rows,
    count_rows,
    count_words,
    is_among,
    keeps,
    knows_owners,
    owners,
    passages_of,
)
from scrubjay.knowledge.retrieval.exact import Exact, find_exact
from scrubjay.knowledge.retrieval.inflected import languages, parts, stems
from scrubjay.knowledge.retrieval.query import (
    LOOKED_AT,
    MAX_TERMS,
    PAIRS,
    ParsedQuery,
    any_of,
    each_of,
    with_shares,
    word_weights,
)
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.hit import Hit
from scrubjay.storage.driver import Connection
from scrubjay.text.scripts import stored_word
from scrubjay.text.telling import told

if TYPE_CHECKING:
    from numpy.typing import NDArray

DOCUMENT_WEIGHT = 0.5
PATH_WEIGHT = 1.0
PART_WEIGHT = 0.5

WORDS = 12
"""Plain words that are looked up, the rarest of a longer query. Against the first 16 that is .02 more recall@10 on
234 pasted questions over 109,000 passages, at half the CPU (.157 to .175, 108 to 48 ms); 8 words lose it again."""

SMALL = 2_000
"""Contents up to which a scope is small. Documents among 100,000 memories: 2.7 ms of CPU instead of 7."""

COMMON = 0.2
"""Share of the passages that makes a word common: it costs most and tells least. At a tenth 127
short questions lose .02 of recall@10 (.403 to .384); at a fifth nothing."""

COMMON_FROM = 20_000
"""Passages from which common words are left out; below it a search costs little, and the best word may be common."""


@dataclass(frozen=True, slots=True)
class KeywordAnswer:
    """Passages by bm25 (higher is better), best first, and what the query names exactly."""

    ranked: tuple[tuple[int, float], ...] = ()
    exact: Exact = field(default_factory=Exact)


def search_words(
    connection: Connection, query: ParsedQuery, limit: int, *, helped: bool = True, phrases: Sequence[str] = ()
) -> KeywordAnswer:
    """Rank the passages of `temp.scope`, at most `limit`. Ties: newer first.

    What the query names exactly, or holds one of some phrases, is among them, however it scores. `helped`: by their
    whole documents and by paths.
    """
    if not query.match:
        return KeywordAnswer()
    spoken = languages(connection)
    tokens = [*chosen(connection, query, WORDS * query.places // MAX_TERMS), *stems(query.text, query.words, spoken)]
    exact = find_exact(connection, query, phrases)
    ranked = _Ranked(connection, limit, keeps(connection, PASSAGES, query.text))
    passages = {**exact.scores, **ranked.passages(tokens)}
    for passage, score in ranked.passages(_compound_parts(connection, query, spoken)).items():
        passages[passage] = passages.get(passage, 0.0) + PART_WEIGHT * score
    documents = ranked.documents(tokens) if helped else {}
    paths = _scores(connection, Q.documents_by_path, any_of(tokens), limit) if helped and _has_paths(connection) else {}
    bonus = {
        content: DOCUMENT_WEIGHT * documents.get(content, 0.0) + PATH_WEIGHT * paths.get(content, 0.0)
        for content in documents.keys() | paths.keys()
    }
    owners = owners_of(connection, passages)
    scored = {passage: score + bonus.get(owners[passage], 0.0) for passage, score in passages.items()}
    absent = (bonus.keys() | exact.documents.keys()) - set(owners.values())
    for passage, content in first_passages(connection, absent).items():
        scored[passage] = bonus.get(content, 0.0)
        owners[passage] = content
    ordered = sorted([(-score, -passage) for passage, score in scored.items()])
    ranked_all = [(-passage, -score) for score, passage in ordered]
    named = {p: exact.passages.get(p, 0) for p in scored if p in exact.passages or owners[p] in exact.documents}
    exact = replace(exact, passages=named)
    late = [pair for pair in ranked_all[limit:] if pair[0] in named]
    return KeywordAnswer(tuple([*ranked_all[: max(0, limit - len(late))], *late][:limit]), exact)


@dataclass(slots=True)
class _Ranked:
    """Ranks passages and documents of `temp.scope` by words: from cached rows of words, else by a full-text query."""

    connection: Connection
    limit: int
    keeps: bool

    def passages(self, tokens: Sequence[str]) -> dict[int, float]:
        """The passages by bm25, best first."""
        if not tokens:
            return {}
        if not self.keeps:
            return _scores(self.connection, _passages(self.connection), any_of(tokens), self.limit)
        rows = add_up(self.connection, PASSAGES, each_of(tokens))
        return self._shown(rows, owners(self.connection, rows.ids))

    def documents(self, tokens: Sequence[str]) -> dict[int, float]:
        """The whole documents by bm25, best first."""
        if not self.keeps:
            return _scores(self.connection, Q.documents_by_words, any_of(tokens), self.limit)
        rows = add_up(self.connection, DOCUMENTS, each_of(tokens))
        return self._shown(rows, rows.ids)

    def _shown(self, rows: WordRows, contents: NDArray[np.int64]) -> dict[int, float]:
        """The best rows whose contents are in the scope."""
        return dict(best_rows(rows.where(is_among(contents_of(self.connection), contents)), self.limit))


def _has_paths(connection: Connection) -> bool:
    """Whether any content of the scope has a path."""
    scope = filled(connection)
    if scope is None:
        return False
    if scope.has_paths is None:
        scope.has_paths = bool(in_scope(connection, Q.any_path).fetchone()[0])
    return scope.has_paths


def _compound_parts(connection: Connection, query: ParsedQuery, spoken: Sequence[str]) -> tuple[str, ...]:
    """The parts of the compound words in a query that documents hold."""
    return parts(query.words, spoken, lambda word: frequencies(connection, PASSAGES, [word])[word])


def with_worth(connection: Connection, query: str, *parts: Sequence[Hit]) -> tuple[tuple[Hit, ...], ...]:
    """The parts of an answer, each hit with the share of the query's words that it holds; rare words count more."""
    words = {word: stored_word(word) for word in told(query)[: LOOKED_AT * PAIRS]}
    held = frequencies(connection, PASSAGES, words.values())
    counts = {word: held[stored] for word, stored in words.items()}
    return tuple(with_shares(hits, word_weights(counts, count_rows(connection, PASSAGES))) for hits in parts)


def words_of_memories(connection: Connection, query: ParsedQuery, limit: int) -> tuple[tuple[int, float], ...]:
    """Passages of `temp.memories` that hold a query's words, best first; words are weighed among memories alone."""
    if not query.match:
        return ()
    words: Sequence[str] = query.words
    most = WORDS * query.places // MAX_TERMS
    if len(words) > most:
        held = frequencies(connection, MEMORIES, words)
        words = sorted((word for word in words if held[word]), key=held.__getitem__)[:most]
    match = any_of((*query.exact[: query.places - len(words)], *words))
    return tuple(_scores(connection, Q.memories_by_words, match, limit).items()) if match else ()


def newest_contents(connection: Connection, limit: int) -> KeywordAnswer:
    """For a query without words: the beginning of each content of `temp.scope`, the newest first."""
    rows = in_scope(connection, Q.newest_of_scope, limit=limit)
    return KeywordAnswer(tuple((row["id"], 0.0) for row in rows))


def newest_memories(connection: Connection, limit: int) -> tuple[tuple[int, float], ...]:
    """The beginning of each of `temp.memories`, the newest first."""
    rows = in_scope(connection, Q.newest_memories, limit=limit)
    return tuple((row["id"], 0.0) for row in rows)


def _passages(connection: Connection) -> str:
    """The SQL for passages of the scope that match: a small scope is listed first, a large one checked row by row."""
    (few,) = in_scope(connection, Q.scope_is_small, most=SMALL).fetchone()
    return Q.passages_of_few_by_words if few else Q.passages_by_words


def expression(connection: Connection, query: ParsedQuery, most_words: int) -> str:
    """The full-text expression of the names, phrases and words of a query that are looked up."""
    return any_of(chosen(connection, query, most_words))


def chosen(connection: Connection, query: ParsedQuery, most_words: int) -> tuple[str, ...]:
    """The query's names and phrases, and its rarest words; common words only where there is nothing else."""
    if not query.match:
        return ()
    passages = count_rows(connection, PASSAGES)
    if len(query.words) <= (1 if passages >= COMMON_FROM else most_words):
        return query.first
    held = frequencies(connection, PASSAGES, query.words)
    most = passages * COMMON if passages >= COMMON_FROM else passages
    # A word that stands nowhere finds nothing, however rare it is.
    telling = [word for word in query.words if 0 < held[word] <= most]
    rarest = sorted(telling if telling or query.exact else query.words, key=held.__getitem__)
    room = query.places - min(len(rarest), most_words)
    return (*query.exact[:room], *rarest[:most_words])


def frequencies(connection: Connection, index: WordIndex, words: Iterable[str]) -> dict[str, int]:
    """How many rows hold each of some words; 0 for a mere sign."""
    expressions = {word: any_of([word]) for word in words}
    counts = count_words(connection, index, [each for each in expressions.values() if each])
    return {word: counts.get(each, 0) for word, each in expressions.items()}


def _scores(connection: Connection, sql: str, match: str, limit: int) -> dict[int, float]:
    """The best score of each row, best first; bm25 is negative in SQLite."""
    best: dict[int, float] = {}
    for id, score in in_scope(connection, sql, match=match, limit=limit):
        best.setdefault(id, -float(score))
    return best


def owners_of(connection: Connection, passages: Collection[int]) -> dict[int, int]:
    """The content that each of some passages belongs to."""
    if not passages:
        return {}
    if knows_owners(connection):
        ids = np.array(list(passages), dtype=np.int64)
        found = zip(ids.tolist(), owners(connection, ids).tolist(), strict=True)
        return {passage: owner for passage, owner in found if owner != NOBODY}
    rows = connection.execute(Q.owners, {"passages": json.dumps(list(passages))})
    return dict(rows.fetchall())


def first_passages(connection: Connection, contents: Collection[int]) -> dict[int, int]:
    """The first passage of each of some contents, with the content."""
    if not contents:
        return {}
    if (known := passages_of(connection, sorted(contents), 1)) is not None:
        return dict(zip(known[0].tolist(), known[1].tolist(), strict=True))
    rows = connection.execute(Q.first_passages, {"contents": json.dumps(sorted(contents))})
    return {row["id"]: row["content_id"] for row in rows}
