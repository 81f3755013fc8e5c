"""What stands where in SQLite's full text, by words, on the connection of a transaction whose scope is set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from scrubjay.knowledge.index.generation import contents_of, filled, in_scope
from scrubjay.knowledge.index.terms import (
    CODE,
    DOCUMENTS,
    PASSAGES,
    WordIndex,
    add_up,
    best_rows,
    count_rows,
    count_words,
    is_among,
    keeps,
    owners,
)
from scrubjay.knowledge.retrieval.query import all_of, any_of, each_of
from scrubjay.knowledge.retrieval.scope import Q
from scrubjay.text.languages import FUNCTION_WORDS, language_term

if TYPE_CHECKING:
    from scrubjay.knowledge.retrieval.index import Corpus, PassageRow, Table
    from scrubjay.storage.driver import Connection

SMALL: Final = 2_000
"""Contents up to which a scope is small. Documents among 100,000 memories: 2.7 ms of CPU instead of 7."""

_INDEXES: Final[Mapping[Corpus, WordIndex]] = {"documents": PASSAGES, "code": CODE}
_CACHED: Final[Mapping[Table, WordIndex]] = {"passages": PASSAGES, "documents": DOCUMENTS}
_RANKED: Final[Mapping[Table, str]] = {
    "documents": Q.documents_by_words,
    "paths": Q.documents_by_path,
    "code": Q.code_by_words,
}
_HOLDING: Final[Mapping[Corpus, str]] = {"documents": Q.passages_with_name, "code": Q.code_with_name}
_CALLED: Final[Mapping[Corpus, str]] = {"documents": Q.contents_at_name, "code": Q.code_at_name}


class SqliteTerms:
    """The words of texts, from cached rows of words where a second question is asked, else by a full-text query."""

    def __init__(self, connection: Connection, question: str = "") -> None:
        self._connection = connection
        self._question = question
        self._keeps: bool | None = None

    def languages(self) -> tuple[str, ...]:
        """The languages other than English that documents are in."""
        scope = filled(self._connection)
        if scope is not None and scope.languages is not None:
            return scope.languages
        terms = {language_term(language): language for language in FUNCTION_WORDS}
        quoted = json.dumps([f'"{term}"' for term in terms])
        spoken = tuple(terms[row[0].strip('"')] for row in self._connection.execute(Q.languages, {"terms": quoted}))
        if scope is not None:
            scope.languages = spoken
        return spoken

    def count(self, corpus: Corpus) -> int:
        """How many passages a corpus has."""
        return count_rows(self._connection, _INDEXES[corpus])

    def frequencies(self, corpus: Corpus, words: Iterable[str]) -> Mapping[str, int]:
        """How many passages of a corpus hold each of some words."""
        return frequencies(self._connection, _INDEXES[corpus], words)

    def best(self, table: Table, tokens: Sequence[str], most: int) -> Mapping[int, float]:
        """The rows that hold any of some tokens, best first."""
        if not (expressions := each_of(tokens)) or (table == "paths" and not self._has_paths()):
            return {}
        if table in _CACHED and self._keeps_rows():
            rows = add_up(self._connection, _CACHED[table], expressions)
            contents = rows.ids if table == "documents" else owners(self._connection, rows.ids)
            return dict(best_rows(rows.where(is_among(contents_of(self._connection), contents)), most))
        sql = self._ranked_passages() if table == "passages" else _RANKED[table]
        return best_scores(self._connection, sql, " OR ".join(expressions), most)

    def holding(self, corpus: Corpus, tokens: Sequence[str], most: int) -> Sequence[PassageRow]:
        """The passages that hold all of some tokens, best first."""
        return in_scope(self._connection, _HOLDING[corpus], match=all_of(tokens), limit=most).fetchall()

    def called(self, corpus: Corpus, tokens: Sequence[str], most: int) -> Sequence[PassageRow]:
        """The contents whose path holds any of some tokens, shorter paths first."""
        return in_scope(self._connection, _CALLED[corpus], match=any_of(tokens), limit=most).fetchall()

    def newest(self, most: int) -> Sequence[int]:
        """The first passage of each content, the newest first."""
        return [row["id"] for row in in_scope(self._connection, Q.newest_of_scope, limit=most)]

    def _keeps_rows(self) -> bool:
        """Whether the rows of words are cached: another question than the last one is asked."""
        if self._keeps is None:
            self._keeps = keeps(self._connection, PASSAGES, self._question)
        return self._keeps

    def _ranked_passages(self) -> str:
        """The SQL for passages that match: a small scope is listed first, a large one checked row by row."""
        (few,) = in_scope(self._connection, Q.scope_is_small, most=SMALL).fetchone()
        return Q.passages_of_few_by_words if few else Q.passages_by_words

    def _has_paths(self) -> bool:
        """Whether any content of the scope has a path."""
        scope = filled(self._connection)
        if scope is None:
            return False
        if scope.has_paths is None:
            scope.has_paths = bool(in_scope(self._connection, Q.any_path).fetchone()[0])
        return scope.has_paths


def frequencies(connection: Connection, index: WordIndex, words: Iterable[str]) -> dict[str, int]:
    """How many rows of a full-text index hold each of some words; 0 for a mere sign."""
    expressions = {word: any_of([word]) for word in words}
    counts = count_words(connection, index, [each for each in expressions.values() if each])
    return {word: counts.get(each, 0) for word, each in expressions.items()}


def best_scores(connection: Connection, sql: str, match: str, most: int) -> dict[int, float]:
    """The best score of each row that matches, best first; bm25 is negative in SQLite."""
    best: dict[int, float] = {}
    for id, score in in_scope(connection, sql, match=match, limit=most):
        best.setdefault(id, -float(score))
    return best
