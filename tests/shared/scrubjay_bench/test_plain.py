"""What does the baseline find? Whole documents by any of a question's words; nothing typed is syntax."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay_bench.bench import PlainIndex

PAGES = [
    ("a", "docs/parcels.md", "How parcels are sorted by weight. Parcels travel by night."),
    ("b", "docs/letters.md", "How letters are stamped. A parcel isn't."),
    ("c", "docs/birds.md", "Jays cache turnips."),
]


@pytest.fixture(scope="module")
def index() -> Iterator[PlainIndex]:
    plain = PlainIndex(PAGES)
    yield plain
    plain.close()


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("parcel", ["a", "b"]),  # stems
        ("sorting TURNIPS", ["c", "a"]),  # any word; the shorter document first
        ("birds.md", ["c", "a", "b"]),  # its path
        ("how are letters", ["b"]),  # no stop words
        ("how", ["b", "a"]),  # where there are others
        ("unheard", []),
        ("?!", []),
        ("", []),
    ],
)
def test_documents_are_ranked_by_their_words(index: PlainIndex, query: str, names: list[str]) -> None:
    assert sorted(name for name, _ in index.ranked(query)) == sorted(names)
    assert [name for name, _ in index.ranked(query)][:1] == names[:1]


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=60))
def test_whatever_is_asked_the_best_stands_first(query: str) -> None:
    plain = PlainIndex(PAGES)
    scores = [score for _, score in plain.ranked(query)]
    assert scores == sorted(scores, reverse=True)
    plain.close()
