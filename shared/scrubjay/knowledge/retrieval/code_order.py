"""Order of code and documents: what is asked for first; tests and fixtures after the rest. Pure."""

import re
from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Final

from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.where import asks_where
from scrubjay.model.hit import Hit
from scrubjay.text.stems import stem
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, words

_FIXTURE: Final = re.compile(
    r"(?:^|/)(?:test[_-]?data|_*fixtures?_*|__snapshots__|golden[_-]?(?:files?|s)?)/|[._-](?:golden|snap|approved)\.\w+$",
    re.IGNORECASE,
)
"""What tests read or compare with, in whatever format."""

_TEST_FILE: Final = re.compile(
    rf"{_FIXTURE.pattern}|(?:^|/)(?:tests?|__tests__|specs?)/|(?:^|/)(?:test_[^/]*|conftest\.py)$|[_.-](?:tests?|spec)\.\w+$",
    re.IGNORECASE,
)
"""The conventions of pytest, Go, Jest, RSpec, JUnit's and Cargo's folders."""

_GENERATED: Final = re.compile(
    r"\bdo not (?:edit|modify)\b|@generated\b|^\W*(?:this (?:file|code) (?:was|is) )?"
    r"(?:(?:auto(?:matically)?[- ]?|code )?generated (?:by|from|file|code)|auto-?generated)\b",
    re.IGNORECASE,
)
"""As Go's tools, protoc, bindgen and others mark what they write."""

_BELOW_TESTS: Final = re.compile(r"(?:^|/)(?:tests?/.*/|__tests__/)(?!readme\.)[^/]+$", re.IGNORECASE)
_BELOW_DOCS: Final = re.compile(r"(?:^|/)(?:docs?|documentation)/", re.IGNORECASE)

_TEST_NAME: Final = re.compile(r"(?:^|\.)(?:tests?(?=\.|$)|test_)")
"""Rust and others have tests in the file that they test: in a module of that name, or as functions named so."""

FIRST: Final = 3
"""Hits of what is asked for, documents or code, that stand before the other takes its turns."""

_SPEAKS_OF_PAGES: Final = re.compile(r"\b(?:documented|documentation|readme|changelog|docs)\b", re.IGNORECASE)

CALLED: Final = 0.7
"""Likeness from which on a page is called as a question asks: it has half of its words, and no other."""

_ASKS_FOR_TESTS: Final = re.compile(
    r"(?<![^\W_])(?:tests?|tested|testing|specs?|testdata|fixtures?|snapshots?|golden)(?![^\W_])", re.IGNORECASE
)


def is_test(path: str, heading: str = "") -> bool:
    """Whether code tests other code: by the path of its file, or by the names of its definition and of those around."""
    return bool(_TEST_FILE.search(path) or _TEST_NAME.search(heading))


def is_generated(title: str) -> bool:
    """Whether a source file says at its beginning that a program wrote it."""
    return _GENERATED.search(title) is not None


def is_fixture(path: str) -> bool:
    """Whether a document is what tests read: in a folder of fixtures, or in one of its own below the tests.

    A README says what a folder is for, and pages about tests lie below the documentation.
    """
    if _FIXTURE.search(path):
        return True
    below = _BELOW_TESTS.search(path)
    return below is not None and not _BELOW_DOCS.search(path, 0, below.start() + 1)


def asks_for_code(query: str, documents: Sequence[Hit], code: Sequence[Hit]) -> bool:
    """Whether a question asks for a place in code: by its form, unless one of the first documents is called as it asks.

    A document is by its file's name, its title, or the heading above the passage, where no definition is as much so.
    """
    if not asks_where(query) or _SPEAKS_OF_PAGES.search(query):
        return False
    asked = name_stems(query)
    called = max((likeness(asked, name_stems(name)) for hit in documents[:FIRST] for name in _names(hit)), default=0.0)
    defined = (likeness(asked, name_stems(hit.heading.rpartition(".")[2])) for hit in code[:FIRST])
    return called < CALLED or called <= max(defined, default=0.0)


def _names(hit: Hit) -> tuple[str, str, str]:
    return hit.path.rpartition("/")[2].partition(".")[0], hit.title, hit.heading.rpartition(" > ")[2]


def together(documents: Sequence[Hit], code: Sequence[Hit], *, code_first: bool) -> tuple[Hit, ...]:
    """Documents and code in one list, each in its own order: three of what is asked for, then they take turns."""
    first, second = (code, documents) if code_first else (documents, code)
    turns = zip_longest(second, first[FIRST:])
    return (*first[:FIRST], *(hit for pair in turns for hit in pair if hit is not None))


def asks_for_tests(query: str) -> bool:
    """Whether a query speaks of tests, so that these don't stand last."""
    return _ASKS_FOR_TESTS.search(query) is not None


def likeness(words: Collection[str], others: Collection[str]) -> float:
    """The cosine of two sets of words, from 0 to 1."""
    shared = len(frozenset(words).intersection(others))
    return shared / (len(words) * len(others)) ** 0.5 if shared else 0.0


def rest_before_fixtures(hits: Sequence[Hit], query: str, exact: Exact) -> tuple[Hit, ...]:
    """The hits, with fixtures after the other documents that the query names as much.

    Documents change places among themselves alone. A query that speaks of tests keeps the order.
    """
    if asks_for_tests(query):
        return tuple(hits)
    arranged = list(hits)
    places = [number for number, hit in enumerate(hits) if hit.kind == "document"]
    ordered = sorted(places, key=lambda n: (exact.rank(hits[n].content, hits[n].passage), is_fixture(hits[n].path)))
    for number, taken in zip(places, ordered, strict=True):
        arranged[number] = hits[taken]
    return tuple(arranged)


def name_stems(text: str) -> frozenset[str]:
    """The stems of a text or of the parts of an identifier."""
    parts = (part.lower() for part in words(text, Word.PARTS))
    return frozenset(stem(part) for part in parts if part not in STOP_WORDS)
