"""Protocols of the index that a search runs on: what it looks up within one view and its filters.

The words, the pool, its order and the reranker know nothing else of it; `sqlite_index.py` answers from SQLite. An index
is made for one search: its scope is set, and stays as it is. What it may not show is in no answer.
Ids of passages and of contents are positive numbers; a newer one is higher.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scrubjay.knowledge.index.generation import Part
    from scrubjay.model.encoded import Vector

    Members = tuple[NDArray[np.int64], NDArray[np.int64]]
    """Passages, and the content of each."""

Corpus = Literal["documents", "code"]
"""What is ranked by itself: all texts but code, with commits; and definitions in code."""

Table = Literal["passages", "documents", "paths", "code"]
"""Full text: passages and whole documents with the fields title, body and terms (weights 3, 1, 2), the words of paths,
and definitions with name, signature, prose, body and terms (weights 1). `full_text.py` writes their fields."""


class PassageRow(Protocol):
    """A row by the names of its columns, as a mapping has them; those of each look-up stand in its docstring."""

    def __getitem__(self, name: str, /) -> Any: ...


class Terms(Protocol):
    """What stands where, by words.

    A token is a word, or several that stand side by side in one field. It is compared as full text is: in small letters
    without diacritics, cut at what is no letter or digit, stemmed by Porter. One for which `scripts.is_beginning` is
    true stands for every word that begins so; one without a word, such as a mere sign, is held by nothing.
    """

    def languages(self) -> tuple[str, ...]:
        """The languages other than English that documents are in: those whose `language_term` some document holds."""

    def count(self, corpus: Corpus) -> int:
        """How many passages a corpus has, whether the search may show them or not."""

    def frequencies(self, corpus: Corpus, words: Iterable[str]) -> Mapping[str, int]:
        """How many passages of a corpus hold each of some words, as `count` counts them; 0 where none does."""

    def best(self, table: Table, tokens: Sequence[str], most: int) -> Mapping[int, float]:
        """The rows that hold any of some tokens, at most so many, best first, each with its bm25 (higher is better).

        A token given twice counts twice. Keys are passages, in `documents` and `paths` contents; a content at several
        paths has its best one's score. Ties: the higher id. bm25 as FTS5 has it: k1 = 1.2, b = .75, a token's rarity is
        ln((rows - held + .5) / (held + .5)), at least 1e-6, over the whole table, in the scope or not.
        """

    def holding(self, corpus: Corpus, tokens: Sequence[str], most: int) -> Sequence[PassageRow]:
        """The passages that hold all of some tokens, at most so many, in the order of `best` for these tokens.

        Rows: id, content_id, text, heading, title, sha (a commit's id, else empty), score (minus bm25: lower is
        better).
        """

    def called(self, corpus: Corpus, tokens: Sequence[str], most: int) -> Sequence[PassageRow]:
        """The contents whose path holds any of some tokens, at most so many.

        Rows: id (the content), path; a row for each path. Shorter paths first. Ties: the higher content.
        """

    def newest(self, most: int) -> Sequence[int]:
        """The first passage of each content, code too, at most so many; the newest first. Ties: by path.

        A record's own date counts, of other contents that of the last change.
        """


class Definitions(Protocol):
    """What code defines, and where. Passages are ids; a definition's pieces are its passages under one heading."""

    def has_code(self) -> bool:
        """Whether the search may show any code."""

    def defining(self, name: str, most: int) -> Sequence[int]:
        """The passages that hold a symbol's definition whose path is a name or ends with "." and it, at most so many.

        `name` has parts joined by "."; the whole path first, then by path of the file and line. A passage may come
        twice.
        """

    def headed(self, name: str, most: int) -> Sequence[int]:
        """The first passage under each heading that is a name or ends with "." and it, shorter headings first.

        Ties: the lower passage.
        """

    def at_line(self, path: str, line: int, most: int) -> Sequence[int]:
        """The passages that hold a line (from 1) of a file at a path, or at one that ends with it or that it ends with.

        An end is whole parts of a path. Shorter paths first, then by path.
        """

    def heads(self, passages: Collection[int]) -> Sequence[int]:
        """The first piece of each definition that some passages are pieces of, by content, then by heading."""

    def pieces_holding(self, tokens: Sequence[str]) -> Collection[int]:
        """All passages of code that hold all of some tokens, as a set."""


class IndexView(Protocol):
    """What is known of contents and passages without ranking them."""

    def owners(self, passages: Collection[int]) -> Mapping[int, int]:
        """The content of each of some passages."""

    def members(self, contents: Sequence[int], most: int) -> Members:
        """The first passages of some contents, at most so many of each, in their order.

        Contents are grouped; each passage comes once.
        """

    def vectors(self, passages: Sequence[int] | NDArray[np.int64]) -> tuple[NDArray[np.int64], Vector]:
        """The vectors of some passages: ids of those that have one, in the asked order, and an array (n, dim).

        Vectors have length 1. Raises ModelUnavailable where it can't be known whose vectors they are.
        """

    def texts(self, contents: Collection[int]) -> Iterable[PassageRow]:
        """All passages of some contents, by content and place.

        Rows: id, content_id, text, heading, start_line, end_line.
        """

    def paths(self, contents: Collection[int]) -> Iterable[str]:
        """The paths of the search's documents at which some contents stand."""

    def contents_at(self, paths: Collection[str]) -> Mapping[str, PassageRow]:
        """The document at each of some paths, where there is one that the search may show. Rows: content_id, title."""

    def first_at(self, paths: Collection[str]) -> Sequence[int]:
        """The first passage of each document at one of some paths, by content."""


class Passages(Protocol):
    """The passages that one search may show, by meaning and by id."""

    def nearest(self, query: Vector, most: int, part: Part = "scope") -> Sequence[tuple[int, float]]:
        """The passages of the scope, or of another part, nearest to a vector: each with its cosine, best first."""

    def states(self, passages: Sequence[int]) -> Mapping[int, bytes]:
        """The token states of some passages, where they have some, as `states.pack` makes them."""

    def rows(self, passages: Iterable[int]) -> Mapping[int, PassageRow]:
        """What a hit shows of some passages, by passage; a passage that may not be shown is left out.

        More may be there than was asked for. Rows: id, content_id, heading, start_line, end_line, text, blob, title,
        changed_at (ISO 8601 or empty), format, path (the first of the content's paths by code point).
        """

    def view(self) -> IndexView:
        """What is known of contents and passages; the same for the whole search."""


class Index(Terms, Definitions, Passages, Protocol):
    """All that the search of documents, decisions, incidents, commits and code looks up."""
