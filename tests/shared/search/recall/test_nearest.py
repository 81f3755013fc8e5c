"""What stands in for words that nothing holds: what begins so, else the first of a search."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.search.recall.absence import MOST, begun_in, nearest, spelled_out

LABELS = {
    1: "ADR-001 Authentication by passkeys",
    2: "ADR-002 Keep the flow of authority short",
    3: "ADR-003 OAuth for partners",
    4: "ADR-004 Say nothing",
}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("auth", (1, 2, 3)),
        ("AUTH flow", (2, 1, 3)),
        ("passk", (1,)),
        ("nothing of this partner", (3, 4)),
        ("au", ()),
        ("zebra", ()),
        ("auth zebra quagga", ()),
        ("", ()),
    ],
)
def test_what_has_words_that_begin_so_is_near_those_with_most_first(asked: str, found: tuple[int, ...]) -> None:
    assert begun_in(asked, LABELS) == found


def test_a_search_is_asked_only_where_nothing_begins_so() -> None:
    def search(words: str) -> Sequence[int]:
        assert words == "zebra"
        return [9, 4, 1, 4]

    assert nearest("auth", LABELS, search) == (1, 2, 3)
    assert nearest("zebra", LABELS, search) == (4, 1)


@pytest.mark.parametrize(
    ("asked", "longer"),
    [
        ("auth", "authentication"),
        ("auth flows", "authentication flows"),
        ("authentication", ""),
        ("flows", ""),
        ("auth zebra quagga", ""),
        ("ze", ""),
    ],
)
def test_a_word_stands_for_the_commonest_that_begins_so(asked: str, longer: str) -> None:
    texts = ["Author of flows", "Authentication, authentication", "Drop authentication", "auth.md", "auth"]
    assert spelled_out(asked, texts) == longer


@given(st.text(max_size=30), st.dictionaries(st.integers(), st.text(max_size=30), max_size=9))
def test_only_what_has_a_label_is_near_each_once_and_few(asked: str, labels: dict[int, str]) -> None:
    found = nearest(asked, labels, lambda _: [*labels, -1, *labels])
    assert set(found) <= set(labels)
    assert len(found) == len(set(found)) <= MOST
