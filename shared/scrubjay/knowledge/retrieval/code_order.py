"""Order of code and documents: what is asked for first; tests and fixtures after the rest. Pure."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import takewhile, zip_longest
from typing import Final

from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.model.hit import Hit
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS, Word, stem, words

LONGEST = 400
"""Characters of a question; a longer text was pasted, and holds these words by chance."""

NEAR: Final = 6
"""Words between "where" and its verb, or between "find" and what is to be found."""

_CONSTRUCTS: Final = frozenset(
    """class classes code constructor file files fn func funcs function functions interface line lines method methods
    module modules place places procedure struct subroutine trait type""".split()  # noqa: SIM905 - a list would take a line a word
)
"""What a program consists of: who asks which of them wants to see it."""

_VERBS: Final = frozenset("is are was were do does did gets get has have".split())  # noqa: SIM905
_MODALS: Final = frozenset("can could may might must shall should will would".split())  # noqa: SIM905
_READER: Final = frozenset({"i", "you"})
_ASKS_TO_SEE: Final = frozenset({"find", "locate", "point", "show"})
_BEFORE_WHERE: Final = _ASKS_TO_SEE | frozenset("and but exactly just know me or out see tell us".split())  # noqa: SIM905
"""What a question within a sentence follows; after a noun "where" only tells more of it."""

_ARTICLES: Final = frozenset({"a", "an", "the"})
_RELATIVES: Final = frozenset({"that", "where", "which"})
_NO_ACTS: Final = frozenset({"is", "was", "has", "does", "happens", "means"})
_THIRD_PERSON: Final = pattern(r"[a-z]{2,}[^\W\d_s]s")


def asks_where(text: str) -> bool:
    """Whether a question asks which place in the code does something.

    "Where is it parsed", "which function parses it", "what parses it", "find the code that parses it". A question for
    what its reader is to do is none: "where do I put it", nor is one for a way: "how do I show a line". Never raises.
    """
    if len(text) > LONGEST or "\n" in text.strip():
        return False
    asked = [word.lower().replace("’", "'") for word in words(text, Word.SPOKEN)]
    if asked[:1] == ["how"]:
        return _asks_which(asked)
    if any(word in _READER and asked[number] in _VERBS | _MODALS for number, word in enumerate(asked[1:])):
        return any(word in _ASKS_TO_SEE for word in asked) and _asks_to_show(asked)
    return _asks_where(asked) or _asks_which(asked) or _asks_to_show(asked) or _acts(asked) or _is_named(asked)


def _asks_where(asked: Sequence[str]) -> bool:
    """Whether the words of a question ask "where is", "where are" and the like."""
    for number, word in enumerate(asked):
        if word not in ("where", "where's") or (number and asked[number - 1] not in _BEFORE_WHERE):
            continue
        behind = asked[number + 1 :][:NEAR]
        verb = "is" if word == "where's" else next((word for word in behind if word in _VERBS | _MODALS), "")
        return verb in _VERBS and not _READER.intersection(behind)
    return False


def _asks_which(asked: Sequence[str]) -> bool:
    """Whether a question asks "which" or "what" construct does something."""
    for number, word in enumerate(asked):
        if word in ("which", "what"):
            named = takewhile(lambda other: other not in _VERBS | _MODALS, asked[number + 1 :][:NEAR])
            return bool(_CONSTRUCTS.intersection(named))
    return False


def _asks_to_show(asked: Sequence[str]) -> bool:
    """Whether the words of a question ask to see a construct: "show me the function"."""
    return any(word in _ASKS_TO_SEE and _CONSTRUCTS.intersection(asked[n + 1 :][:NEAR]) for n, word in enumerate(asked))


def _is_named(asked: Sequence[str]) -> bool:
    """Whether a question only names a construct by what it does: "the code that parses it"."""
    named = [word for word in asked[:3] if word not in _ARTICLES]
    return len(asked) > len(_ARTICLES) and len(named) > 1 and named[0] in _CONSTRUCTS and named[1] in _RELATIVES


def _acts(asked: Sequence[str]) -> bool:
    """Whether the "what" of a question is the subject of its verb, as in "what parses this"."""
    return (
        len(asked) > 2
        and asked[0] == "what"
        and asked[1] not in _NO_ACTS
        and asked[2] not in _VERBS | _MODALS
        and _THIRD_PERSON.fullmatch(asked[1]) is not None
    )


_FIXTURE: Final = pattern(
    r"(?:^|/)(?:test[_-]?data|_*fixtures?_*|__snapshots__|golden[_-]?(?:files?|s)?)/|[._-](?:golden|snap|approved)\.\w+$",
    re.IGNORECASE,
)
"""What tests read or compare with, in whatever format."""

_TEST_FILE: Final = pattern(
    rf"{_FIXTURE.pattern}|(?:^|/)(?:tests?|__tests__|specs?)/|(?:^|/)(?:test_[^/]*|conftest\.py)$|[_.-](?:tests?|spec)\.\w+$",
    re.IGNORECASE,
)
"""The conventions of pytest, Go, Jest, RSpec, JUnit's and Cargo's folders."""

_GENERATED: Final = pattern(
    r"\bdo not (?:edit|modify)\b|@generated\b|^\W*(?:this (?:file|code) (?:was|is) )?"
    r"(?:(?:auto(?:matically)?[- ]?|code )?generated (?:by|from|file|code)|auto-?generated)\b",
    re.IGNORECASE,
)
"""As Go's tools, protoc, bindgen and others mark what they write."""

_BELOW_TESTS: Final = pattern(r"(?:^|/)(?:tests?/.*/|__tests__/)(?!readme\.)[^/]+$", re.IGNORECASE)
_BELOW_DOCS: Final = pattern(r"(?:^|/)(?:docs?|documentation)/", re.IGNORECASE)

_TEST_NAME: Final = pattern(r"(?:^|\.)(?:tests?(?=\.|$)|test_)")
"""Rust and others have tests in the file that they test: in a module of that name, or as functions named so."""

FIRST: Final = 3
"""Hits of what is asked for, documents or code, that stand before the other takes its turns."""

_SPEAKS_OF_PAGES: Final = pattern(r"\b(?:documented|documentation|readme|changelog|docs)\b", re.IGNORECASE)

CALLED: Final = 0.7
"""Likeness from which on a page is called as a question asks: it has half of its words, and no other."""

_ASKS_FOR_TESTS: Final = pattern(
    r"(?<![^\W_])(?:tests?|tested|testing|specs?|testdata|fixtures?|snapshots?|golden)(?![^\W_])", re.IGNORECASE
)


def is_test(path: str, heading: str = "") -> bool:
    """Whether code tests other code: by the path of its file, or by the names of its definition and of those around."""
    return bool(_TEST_FILE.search(path) or _TEST_NAME.search(heading))


def is_generated(title: str) -> bool:
    """Whether a source file says at its beginning that a program wrote it."""
    return _GENERATED.search(title) is not None


def is_fixture(path: str) -> bool:
    """Whether a document is test data: in a folder of fixtures, or of its own below the tests.

    A README says what a folder is for, and pages about tests lie below the documentation.
    """
    if _FIXTURE.search(path):
        return True
    below = _BELOW_TESTS.search(path)
    return below is not None and not _BELOW_DOCS.search(path, 0, below.start() + 1)


_is_fixture = lru_cache(8192)(is_fixture)


def asks_for_code(query: str, documents: Sequence[Hit], code: Sequence[Hit]) -> bool:
    """Whether a question asks for a place in code: by its form, unless a first document is called as it asks.

    A document is by its file's name, its title, or the heading above the passage, where no definition is as much so.
    """
    if not asks_where(query) or _SPEAKS_OF_PAGES.search(query):
        return False
    asked = name_stems(query)
    called = max(
        (likeness(asked, name_stems(name)) for hit in documents[:FIRST] for name in _names_of_hit(hit)), default=0.0
    )
    defined = (likeness(asked, name_stems(hit.heading.rpartition(".")[2])) for hit in code[:FIRST])
    return called < CALLED or called <= max(defined, default=0.0)


def _names_of_hit(hit: Hit) -> tuple[str, str, str]:
    """The names that a hit is called by: its file's without extension, its title, and its innermost heading."""
    return hit.path.rpartition("/")[2].partition(".")[0], hit.title, hit.heading.rpartition(" > ")[2]


def merge_with_code(documents: Sequence[Hit], code: Sequence[Hit], *, code_first: bool) -> tuple[Hit, ...]:
    """Documents and code in one list, each in its own order: three of the wanted sort first, then by turns."""
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


def fixtures_last(found: Sequence[tuple[str, int, int]], kinds: Sequence[str], query: str, exact: Exact) -> list[int]:
    """The order of passages, each a path, content and passage, with fixtures after others that are named as often.

    Documents change places among themselves alone. A query that speaks of tests keeps the order.
    """
    order = list(range(len(found)))
    places = [place for place in order if kinds[place] == "document"]
    fixtures = {place for place in places if _is_fixture(found[place][0])}
    if not fixtures or asks_for_tests(query):
        return order
    ordered = sorted(places, key=lambda place: (exact.rank(*found[place][1:]), place in fixtures))
    for place, taken in zip(places, ordered, strict=True):
        order[place] = taken
    return order


def name_stems(text: str) -> frozenset[str]:
    """The stems of a text or of the parts of an identifier."""
    parts = (part.lower() for part in words(text, Word.PARTS))
    return frozenset(stem(part) for part in parts if part not in STOP_WORDS)
