"""What does the query name outright? Documents by number or path, passages by the names that they hold."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scrubjay.retrieval.query import ParsedQuery
from scrubjay.retrieval.scope import Q
from scrubjay.storage import Connection
from scrubjay.text.names import index_terms

MOST = 50
"""Passages and documents that are looked at for one name."""

RARE = 8
"""A name within a sentence is what it is about when at most so many documents hold it; a common one is a word."""

_HEX = re.compile(r"(?<![0-9a-zA-Z])[0-9a-f]{7,40}(?![0-9a-zA-Z])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Exact:
    """Which names were found as they stand (`labels`), and how many of them each document is called by or holds.

    `documents` by content, `passages` by passage; `scores` are the bm25 of these passages.
    """

    labels: tuple[str, ...] = ()
    documents: Mapping[int, int] = field(default_factory=dict)
    passages: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, float] = field(default_factory=dict)

    def rank(self, content: int, passage: int) -> tuple[int, int]:
        """Sorts a passage: documents that are named come first, then passages that hold more of the names."""
        return -self.documents.get(content, 0), -self.passages.get(passage, 0)


def find_exact(connection: Connection, query: ParsedQuery) -> Exact:
    """Look up the query's names in `temp.scope`. A name that nothing holds as it stands is not among the labels."""
    labels: list[str] = []
    documents: dict[int, int] = {}
    passages: dict[int, int] = {}
    scores: dict[int, float] = {}
    for name in query.names:
        match = f'"{name.token}"'
        called = {row["id"] for row in connection.execute(Q.contents_at_name, {"match": match, "limit": MOST})}
        rows = connection.execute(Q.passages_with_name, {"match": match, "limit": MOST}).fetchall()
        matching = [row for row in rows if not name.sha or _cites(f"{row['text']} {row['sha']}", name.label)]
        if name.document and (query.bare or name.marked):
            called |= {row["content_id"] for row in matching if name.token in index_terms(row["title"]).split()}
        if query.pasted or (not query.bare and len({row["content_id"] for row in matching}) > RARE):
            matching = []
        if not name.document:  # of names that are none of a document, a commit's id is the commit's own
            called = {row["content_id"] for row in matching if name.sha and _cites(row["sha"], name.label)}
        if called or matching:
            labels.append(name.label)
        for content in called:
            documents[content] = documents.get(content, 0) + 1
        for row in matching:
            passages[row["id"]] = passages.get(row["id"], 0) + 1
            scores[row["id"]] = max(scores.get(row["id"], 0.0), -float(row["score"]))
    return Exact(tuple(labels), documents, passages, scores)


def _cites(text: str, sha: str) -> bool:
    """Whether a text holds this commit, written longer or shorter; the tables compare seven digits only."""
    commit = sha.lower()
    ids = (other.lower() for other in _HEX.findall(text))
    return any(other.startswith(commit) or commit.startswith(other) for other in ids)
