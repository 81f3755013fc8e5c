"""Exact matches of a query: documents by number or path, passages by names, phrases that a corpus holds."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from scrubjay.knowledge.retrieval.index import Corpus, PassageRow, Terms
from scrubjay.knowledge.retrieval.query import ParsedQuery, is_paired, phrase_tokens
from scrubjay.knowledge.retrieval.scope import Filters, unheld_note
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.hit import Hit, HybridResult
from scrubjay.model.pattern import pattern
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


def find_exact(terms: Terms, query: ParsedQuery, phrases: Sequence[str] = (), corpus: Corpus = "documents") -> Exact:
    """Look up the query's names in a corpus. A name that nothing holds exactly isn't among the labels.

    `phrases` are no names, so none of them is a label, but the passages that hold one come first as well. Documents may
    be records, called by number; of a name that much code holds, the definitions that are called so come first.
    """
    numbered, defines = corpus == "documents", corpus == "code"
    labels: list[str] = []
    unknown: list[str] = []
    documents: dict[int, int] = {}
    passages: dict[int, int] = {}
    scores: dict[int, float] = {}

    def _hold(rows: Iterable[PassageRow], token: str) -> None:
        for row in rows:
            heads = HEADS if _is_in_heading(row, token) else 0
            passages[row["id"]] = passages.get(row["id"], 0) + HELD + heads
            scores[row["id"]] = max(scores.get(row["id"], 0.0), -float(row["score"]))

    for name in query.names:
        token = (name.token,)
        called = _contents_named(terms, corpus, (path_token(name.label),) if "/" in name.label else token)
        if name.record and not called and numbered:
            called = _numbered(terms, name.label.rpartition("-")[2])
        rows = terms.holding(corpus, token, MOST)
        matching = [row for row in rows if not name.sha or _cites(f"{row['text']} {row['sha']}", name.label)]
        if not (called or matching) and _is_distinctive(name, bare=query.bare):
            unknown.append(name.label)
        if name.document and (query.bare or name.marked):
            called |= {row["content_id"] for row in matching if name.token in index_terms(row["title"]).split()}
        if not (query.bare or name.record) and len(called) > HANDFUL:
            called = called & _contents_named(terms, corpus, token, name.label) if "/" in name.label else set()
        if query.pasted or (not query.bare and len({row["content_id"] for row in matching}) > RARE):
            matching = [row for row in matching if defines and _is_in_heading(row, name.token)]
        if not name.document:  # of names that are none of a document, a commit's id is the commit's own
            called = {row["content_id"] for row in matching if name.sha and _cites(row["sha"], name.label)}
        if (called or matching) and not _is_part(name.label, query.text):
            labels.append(name.label)
        for content in called:
            documents[content] = documents.get(content, 0) + 1
        _hold(matching, name.token)
    for tokens in filter(None, map(phrase_tokens, phrases)):
        _hold(terms.holding(corpus, tokens, MOST), "")
    for number in dict.fromkeys([*query.records, *query.numbers]) if numbered else ():
        if records := _records(terms, query, number):
            labels.append(number)
            documents |= {content: documents.get(content, 1) for content in records}
    return Exact(tuple(labels), documents, passages, scores, tuple(unknown))


def _is_in_heading(row: PassageRow, token: str) -> bool:
    """Whether a name stands in the heading above a passage."""
    return token in index_terms(f"{row['heading']} {_last_parts(row['heading'])}").split()


def _contents_named(terms: Terms, corpus: Corpus, tokens: Sequence[str], path: str = "") -> set[int]:
    """Contents whose path holds one of some tokens; with `path`, only those with exactly this path."""
    rows = terms.called(corpus, tokens, MOST)
    return {row["id"] for row in rows if not path or row["path"].lower() == path.lower()}


def _numbered(terms: Terms, number: str) -> set[int]:
    """The documents with a name in their path that begins with a number, as records have; dates don't count."""
    value = str(int(number))
    begins = re.compile(rf"(?:^|/)(?!\d{{4}}-\d\d-)0*{value}(?:[-_ ]|\.\D)")
    padded = [value.zfill(width) for width in range(len(value), max(len(value), PADDED) + 1)]
    rows = terms.called("documents", padded, MOST)
    return {row["id"] for row in rows if begins.search(row["path"])}


def _records(terms: Terms, query: ParsedQuery, number: str) -> set[int]:
    """The records with a bare number; none where many other documents hold it, so that it may be a quantity."""
    records = _contents_named(terms, "documents", record_tokens(number)) | _numbered(terms, number)
    if not records or query.only_numbers or number in query.records:
        return records
    rows = terms.holding("documents", (number,), MOST)
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
