"""Exact matches of a query: documents by number or path, passages by names, phrases that a corpus holds."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.index.generation import in_scope
from scrubjay.knowledge.retrieval.query import ParsedQuery, any_of, is_paired, match_all
from scrubjay.knowledge.retrieval.scope import Filters, Q, unheld_note
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.pattern import pattern
from scrubjay.storage.driver import Connection, Row
from scrubjay.text.names import QueryName, index_terms, path_token, record_tokens
from scrubjay.text.references import is_asked
from scrubjay.text.words import words

MOST = 50
"""Passages and documents that are looked at for one name."""

RARE = 8
"""A name within a sentence is what it is about when at most so many documents hold it; a common one is a word."""

HANDFUL = 5
"""Documents that may be called alike: as many as are looked at. A file name that more of them share, such as README.md,
says which one is meant as little as a word does."""

HELD, HEADS = 2, 1
"""What a name in a passage counts, and what more where what stands above it is called so."""

PADDED = 6
"""Digits that the number of a record is filled up to, at most."""

_SIGNED = pattern(r"#\d+")
_LAST = pattern(r"(?<=[.:#>])\w+(?=\W|\Z)")
_HEX = pattern(r"(?<![0-9a-zA-Z])[0-9a-f]{7,40}(?![0-9a-zA-Z])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NameTables:
    """The tables in which names are looked up. `numbered`: their documents may be records, called by number.

    `defines`: of a name that many hold, those that define it come first.
    """

    passages: str
    contents: str
    numbered: bool
    defines: bool


IN_DOCUMENTS: Final = NameTables(Q.passages_with_name, Q.contents_at_name, numbered=True, defines=False)
IN_CODE: Final = NameTables(Q.code_with_name, Q.code_at_name, numbered=False, defines=True)


@dataclass(frozen=True, slots=True)
class Exact:
    """The names of a query that were found exactly (`labels`), and how far each document has them as name or text.

    `documents` by content, `passages` by passage: `HELD` for each name, `HEADS` more where it stands above the passage.
    `scores` are the bm25 of these passages, `unknown` the names that nothing is called or holds.
    """

    labels: tuple[str, ...] = ()
    documents: Mapping[int, int] = field(default_factory=dict)
    passages: Mapping[int, int] = field(default_factory=dict)
    scores: Mapping[int, float] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()

    def rank(self, content: int, passage: int) -> tuple[int, int]:
        """A key that sorts a passage: first by how much its document is named, then by how many names it holds."""
        return -self.documents.get(content, 0), -self.passages.get(passage, 0)

    def beside(self, other: "Exact") -> "Exact":
        """This result and one of other tables as one; a name is unknown only if unknown to both."""
        known = {*self.labels, *other.labels}
        return Exact(
            labels=tuple(dict.fromkeys([*self.labels, *other.labels])),
            documents={**self.documents, **other.documents},
            passages={**self.passages, **other.passages},
            scores={**self.scores, **other.scores},
            unknown=tuple(name for name in self.unknown if name not in known and name in other.unknown),
        )

    def named(self, hits: Iterable[Hit]) -> frozenset[int]:
        """The contents among some hits that the query names, or that hold one of its names."""
        return frozenset(hit.content for hit in hits if self.rank(hit.content, hit.passage) != (0, 0))


def find_exact(
    connection: Connection, query: ParsedQuery, phrases: Sequence[str] = (), tables: "NameTables | None" = None
) -> Exact:
    """Look up the query's names in `temp.scope`. A name that nothing holds exactly isn't among the labels.

    `phrases` are no names, so none of them is a label, but the passages that hold one come first as well. `tables` are
    those of documents, where none are given.
    """
    tables = tables or IN_DOCUMENTS
    labels: list[str] = []
    unknown: list[str] = []
    documents: dict[int, int] = {}
    passages: dict[int, int] = {}
    scores: dict[int, float] = {}

    def _hold(rows: Iterable[Row], token: str) -> None:
        for row in rows:
            heads = HEADS if _is_in_heading(row, token) else 0
            passages[row["id"]] = passages.get(row["id"], 0) + HELD + heads
            scores[row["id"]] = max(scores.get(row["id"], 0.0), -float(row["score"]))

    for name in query.names:
        match = f'"{name.token}"'
        called = _contents_named(connection, tables, f'"{path_token(name.label)}"' if "/" in name.label else match)
        if name.record and not called and tables.numbered:
            called = _numbered(connection, name.label.rpartition("-")[2])
        rows = in_scope(connection, tables.passages, match=match, limit=MOST).fetchall()
        matching = [row for row in rows if not name.sha or _cites(f"{row['text']} {row['sha']}", name.label)]
        if not (called or matching) and _is_distinctive(name, bare=query.bare):
            unknown.append(name.label)
        if name.document and (query.bare or name.marked):
            called |= {row["content_id"] for row in matching if name.token in index_terms(row["title"]).split()}
        if not (query.bare or name.record) and len(called) > HANDFUL:
            called = called & _contents_named(connection, tables, match, name.label) if "/" in name.label else set()
        if query.pasted or (not query.bare and len({row["content_id"] for row in matching}) > RARE):
            matching = [row for row in matching if tables.defines and _is_in_heading(row, name.token)]
        if not name.document:  # of names that are none of a document, a commit's id is the commit's own
            called = {row["content_id"] for row in matching if name.sha and _cites(row["sha"], name.label)}
        if (called or matching) and not _is_part(name.label, query.text):
            labels.append(name.label)
        for content in called:
            documents[content] = documents.get(content, 0) + 1
        _hold(matching, name.token)
    for match in filter(None, map(match_all, phrases)):
        _hold(in_scope(connection, tables.passages, match=match, limit=MOST), "")
    for number in dict.fromkeys([*query.records, *query.numbers]) if tables.numbered else ():
        if records := _records(connection, query, number):
            labels.append(number)
            documents |= {content: documents.get(content, 1) for content in records}
    return Exact(tuple(labels), documents, passages, scores, tuple(unknown))


def _is_in_heading(row: Row, token: str) -> bool:
    """Whether a name stands in the heading above a passage."""
    return token in index_terms(f"{row['heading']} {_last_parts(row['heading'])}").split()


def _contents_named(connection: Connection, tables: NameTables, match: str, path: str = "") -> set[int]:
    """Contents whose path matches a name; with `path`, only those with exactly this path."""
    rows = in_scope(connection, tables.contents, match=match, limit=MOST)
    return {row["id"] for row in rows if not path or row["path"].lower() == path.lower()}


def _numbered(connection: Connection, number: str) -> set[int]:
    """The documents with a name in their path that begins with a number, as records have; dates don't count."""
    value = str(int(number))
    begins = re.compile(rf"(?:^|/)(?!\d{{4}}-\d\d-)0*{value}(?:[-_ ]|\.\D)")
    padded = any_of(value.zfill(width) for width in range(len(value), max(len(value), PADDED) + 1))
    rows = in_scope(connection, Q.contents_at_name, match=padded, limit=MOST)
    return {row["id"] for row in rows if begins.search(row["path"])}


def _records(connection: Connection, query: ParsedQuery, number: str) -> set[int]:
    """The records with a bare number; none where many other documents hold it, so that it may be a quantity."""
    records = _contents_named(connection, IN_DOCUMENTS, any_of(record_tokens(number))) | _numbered(connection, number)
    if not records or query.only_numbers or number in query.records:
        return records
    rows = in_scope(connection, Q.passages_with_name, match=any_of([number]), limit=MOST).fetchall()
    others = {row["content_id"] for row in rows} - records
    return records if len(others) <= RARE else set()


def _is_distinctive(name: QueryName, *, bare: bool) -> bool:
    """Whether a name can be reported as unknown by its form; a version or date can't."""
    named = name.record or name.marked or (bare and name.document)
    return named and any(map(str.isalpha, name.label.lstrip("vV")))


def _is_part(label: str, text: str) -> bool:
    """Whether a number with a sign belongs to a longer name, as in PKCS #1, and so names no record."""
    there = re.search(rf"{label}(?!\w)", text) if _SIGNED.fullmatch(label) else None
    return there is not None and not is_asked(text, *there.span())


def _last_parts(heading: str) -> str:
    """The last parts of the dotted names in a heading, so that a method is found by its own name."""
    return " ".join(_LAST.findall(heading))


def _cites(text: str, sha: str) -> bool:
    """Whether a text holds this commit, written longer or shorter; the tables compare seven digits only."""
    commit = sha.lower()
    ids = (other.lower() for other in _HEX.findall(text))
    return any(other.startswith(commit) or commit.startswith(other) for other in ids)


def phrases_held(filters: Filters, result: HybridResult) -> frozenset[str]:
    """The quoted phrases of a query that the corpus of a search result contains."""
    found = result.hits or result.memories
    return frozenset(phrase for phrase in filters.phrases if found and unheld_note(phrase) not in result.notes)


def said_in(phrases: Collection[str], texts: Iterable[str]) -> frozenset[str]:
    """The phrases whose words stand in the same order in some text."""
    spoken = [_spaced_words(text) for text in texts]
    return frozenset(
        phrase
        for phrase in phrases
        if any(_spaced_words(phrase) in text or (is_paired(phrase) and phrase.casefold() in text) for text in spoken)
    )


def may_join(filters: Filters, there: Collection[str], here: Collection[str]) -> bool:
    """Whether a corpus may be added to the answer: it holds each required phrase that the other corpora hold."""
    return all(phrase in here for phrase in filters.holds if phrase in there)


def told_of(notes: Sequence[str], elsewhere: Collection[str]) -> tuple[str, ...]:
    """The notes of documents; "nothing holds PHRASE" becomes "no document holds it" where another corpus does."""
    ours = {unheld_note(phrase): unheld_note(phrase, "no document") for phrase in elsewhere}
    return tuple(dict.fromkeys(ours.get(note, note) for note in notes))


def denied(filters: Filters, notes: Collection[str]) -> bool:
    """Whether a note says that nothing holds a phrase that the query requires."""
    return any(unheld_note(phrase) in notes for phrase in filters.holds)


def _spaced_words(text: str) -> str:
    """The words of a text in lower case, with a space before and after each."""
    return f" {' '.join(words(text.casefold()))} "
