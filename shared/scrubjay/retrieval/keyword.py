"""What is found by words? Passages, helped by their whole document and by its path."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection

DOCUMENT_WEIGHT = 0.5
PATH_WEIGHT = 1.0


@dataclass(frozen=True, slots=True)
class KeywordAnswer:
    """Passages by bm25 (higher is better), best first, and the documents that the query names outright."""

    ranked: tuple[tuple[int, float], ...]
    named: frozenset[int]


def search_words(connection: Connection, query: ParsedQuery, limit: int) -> KeywordAnswer:
    """Rank the passages of `temp.scope`; at most `limit`. Ties: newer first."""
    if not query.match:
        return KeywordAnswer((), frozenset())
    asked = {"match": query.match, "limit": limit}
    passages = _scores(connection, Q.passages_by_words, asked)
    documents = _scores(connection, Q.documents_by_words, asked)
    paths = _scores(connection, Q.documents_by_path, asked)
    named: frozenset[int] = frozenset()
    if query.references:
        named = frozenset(_scores(connection, Q.documents_by_path, {**asked, "match": query.references}))
    bonus = {
        content: DOCUMENT_WEIGHT * documents.get(content, 0.0) + PATH_WEIGHT * paths.get(content, 0.0)
        for content in documents.keys() | paths.keys()
    }
    owners = _owners(connection, passages)
    scored = {passage: score + bonus.get(owners[passage], 0.0) for passage, score in passages.items()}
    absent = bonus.keys() - set(owners.values())
    for passage, content in _first_passages(connection, absent).items():
        scored[passage] = bonus[content]
    ranked = sorted(scored.items(), key=lambda item: (-item[1], -item[0]))
    return KeywordAnswer(tuple(ranked[:limit]), named)


def _scores(connection: Connection, sql: str, parameters: dict[str, object]) -> dict[int, float]:
    """The best score of each row, best first; bm25 is negative in SQLite."""
    best: dict[int, float] = {}
    for row in connection.execute(sql, parameters):
        best.setdefault(row["id"], -float(row["score"]))
    return best


def _owners(connection: Connection, passages: dict[int, float]) -> dict[int, int]:
    rows = connection.execute(Q.owners, {"passages": json.dumps(list(passages))})
    return {row["id"]: row["content_id"] for row in rows}


def _first_passages(connection: Connection, contents: Iterable[int]) -> dict[int, int]:
    rows = connection.execute(Q.first_passages, {"contents": json.dumps(sorted(contents))})
    return {row["id"]: row["content_id"] for row in rows}
