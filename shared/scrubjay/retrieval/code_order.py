"""In which order does code stand among itself? What is built before what tests it, unless tests are asked for."""

import re
from collections.abc import Sequence
from typing import Final

from scrubjay.model.hit import Hit
from scrubjay.retrieval.exact import Exact

_TEST_FILE: Final = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|testdata)/|(?:^|/)(?:test_[^/]*|conftest\.py)$|[_.-](?:tests?|spec)\.\w+$",
    re.IGNORECASE,
)
"""The conventions of pytest, Go, Jest, RSpec, JUnit's and Cargo's folders."""

_ASKS_FOR_TESTS: Final = re.compile(r"(?<![^\W_])(?:tests?|tested|testing|specs?)(?![^\W_])", re.IGNORECASE)


def is_test(path: str) -> bool:
    """Whether a file of code tests others, by its path."""
    return bool(_TEST_FILE.search(path))


def code_before_tests(hits: Sequence[Hit], query: str, exact: Exact) -> tuple[Hit, ...]:
    """The hits, with those of tests after the other code that the query names as much.

    They change places among themselves alone: every document stays where it is. A query that speaks of tests keeps the
    order.
    """
    if _ASKS_FOR_TESTS.search(query):
        return tuple(hits)
    code = [number for number, hit in enumerate(hits) if hit.kind == "code"]
    ordered = sorted(code, key=lambda n: (exact.rank(hits[n].content, hits[n].passage), is_test(hits[n].path)))
    arranged = list(hits)
    for number, taken in zip(code, ordered, strict=True):
        arranged[number] = hits[taken]
    return tuple(arranged)
