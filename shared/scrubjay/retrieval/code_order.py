"""In which order does code stand? Before documents where a place is asked for; tests and fixtures after the rest."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from scrubjay.model.hit import Hit
from scrubjay.retrieval.exact import Exact
from scrubjay.retrieval.where import asks_where
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

_BELOW_TESTS: Final = re.compile(r"(?:^|/)(?:tests?/.*/|__tests__/)(?!readme\.)[^/]+$", re.IGNORECASE)
_BELOW_DOCS: Final = re.compile(r"(?:^|/)(?:docs?|documentation)/", re.IGNORECASE)

_TEST_NAME: Final = re.compile(r"(?:^|\.)(?:tests?(?=\.|$)|test_)")
"""Rust and others have tests in the file that they test: in a module of that name, or as functions named so."""

ASKED_FOR: Final = 1.2
NOT_ASKED_FOR: Final = 0.8
"""What the score of code is multiplied by, beside that of documents. Of 40 questions for a place and 60 for an
explanation, over three repositories with their code, 28 and 41 are answered in the first three hits without it, 29 and
48 with it (names counted .2); 1.1 and 0.9 give 29 and 46, 1.3 and 0.7 give 29 and 48."""

NAMED: Final = 0.5
"""What a name adds to ASKED_FOR that has exactly the question's words. 0, .3, .5, .6 and .8 find 28, 30, 31, 31 and 29
of the same 40; chosen on two repositories each time, 30 over the third ones."""

_ASKS_FOR_TESTS: Final = re.compile(
    r"(?<![^\W_])(?:tests?|tested|testing|specs?|testdata|fixtures?|snapshots?|golden)(?![^\W_])", re.IGNORECASE
)


def is_test(path: str, heading: str = "") -> bool:
    """Whether code tests other code: by the path of its file, or by the names of its definition and of those around."""
    return bool(_TEST_FILE.search(path) or _TEST_NAME.search(heading))


def is_fixture(path: str) -> bool:
    """Whether a document is what tests read: in a folder of fixtures, or in one of its own below the tests.

    A README says what a folder is for, and pages about tests lie below the documentation.
    """
    if _FIXTURE.search(path):
        return True
    below = _BELOW_TESTS.search(path)
    return below is not None and not _BELOW_DOCS.search(path, 0, below.start() + 1)


def weigh_code(hits: Sequence[Hit], query: str) -> tuple[Hit, ...]:
    """The hits, by score: that of code is higher where the query asks for a place in it and lower where it doesn't."""
    place = asks_where(query)
    asked = _stems(query) if place else frozenset()

    def weighed(hit: Hit) -> Hit:
        if hit.kind != "code":
            return hit
        named = NAMED * likeness(asked, _stems(hit.heading.rpartition(".")[2])) if place else 0.0
        return replace(hit, score=round(max(hit.score, 0.0) * ((ASKED_FOR if place else NOT_ASKED_FOR) + named), 6))

    return tuple(sorted(map(weighed, hits), key=lambda hit: -max(hit.score, 0.0)))


def likeness(words: Collection[str], others: Collection[str]) -> float:
    """The cosine of two sets of words, from 0 to 1."""
    shared = len(frozenset(words).intersection(others))
    return shared / (len(words) * len(others)) ** 0.5 if shared else 0.0


def rest_before_tests(hits: Sequence[Hit], query: str, exact: Exact) -> tuple[Hit, ...]:
    """The hits, with tests after the other code and fixtures after the other documents that the query names as much.

    Code and documents change places among themselves alone. A query that speaks of tests keeps the order.
    """
    if _ASKS_FOR_TESTS.search(query):
        return tuple(hits)
    arranged = list(hits)
    for kind in ("code", "document"):
        places = [number for number, hit in enumerate(hits) if hit.kind == kind]
        ordered = sorted(places, key=lambda n: (exact.rank(hits[n].content, hits[n].passage), _is_last(hits[n])))
        for number, taken in zip(places, ordered, strict=True):
            arranged[number] = hits[taken]
    return tuple(arranged)


def _is_last(hit: Hit) -> bool:
    return is_test(hit.path, hit.heading) if hit.kind == "code" else is_fixture(hit.path)


def _stems(text: str) -> frozenset[str]:
    """The stems of a text or of the parts of an identifier."""
    parts = (part.lower() for part in words(text, Word.PARTS))
    return frozenset(stem(part) for part in parts if part not in STOP_WORDS)
