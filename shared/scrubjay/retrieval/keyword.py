"""What is found by words? Passages, helped by their whole document and by its path."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from scrubjay.retrieval.exact import Exact, find_exact
from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection

DOCUMENT_WEIGHT = 0.5
PATH_WEIGHT = 1.0


@dataclass(frozen=True, slots=True)
class KeywordAnswer:
    """Passages by bm25 (higher is better), best first, and what the query names exactly."""

    ranked: tuple[tuple[int, float], ...] = ()
    exact: Exact = field(default_factory=Exact)


def search_words(connection: Connection, query: ParsedQuery, limit: int) -> KeywordAnswer:
    """Rank the passages of `temp.scope`; at most `limit`. Ties: newer first.

    What the query names exactly is among them, however it scores.
    """
    if not query.match:
        return KeywordAnswer()
    asked = {"match": query.match, "limit": limit}
    exact = find_exact(connection, query)
    passages = {**exact.scores, **_scores(connection, Q.passages_by_words, asked)}
    documents = _scores(connection, Q.documents_by_words, asked)
    paths = _scores(connection, Q.documents_by_path, asked)
    bonus = {
        content: DOCUMENT_WEIGHT * documents.get(content, 0.0) + PATH_WEIGHT * paths.get(content, 0.0)
        for content in documents.keys() | paths.keys()
    }
    owners = _owners(connection, passages)
    scored = {passage: score + bonus.get(owners[passage], 0.0) for passage, score in passages.items()}
    absent = (bonus.keys() | exact.documents.keys()) - set(owners.values())
    for passage, content in _first_passages(connection, absent).items():
        scored[passage] = bonus.get(content, 0.0)
        owners[passage] = content
    ranked = sorted(scored.items(), key=lambda item: (-item[1], -item[0]))
    late = [one for one in ranked[limit:] if one[0] in exact.scores or owners[one[0]] in exact.documents]
    return KeywordAnswer(tuple([*ranked[: max(0, limit - len(late))], *late][:limit]), exact)


def newest(connection: Connection, limit: int) -> KeywordAnswer:
    """For a query without words: the beginning of each content of `temp.scope`, the newest first."""
    rows = connection.execute(Q.newest_of_scope, {"limit": limit})
    return KeywordAnswer(tuple((row["id"], 0.0) for row in rows))


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
