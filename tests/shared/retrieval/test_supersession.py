"""A superseded decision never stands above its successor."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.retrieval.order import successors
from scrubjay.retrieval.supersession import current_first


def reorder(paths: str, superseded_by: dict[str, str]) -> str:
    map_ = {old: tuple(new) for old, new in superseded_by.items()}
    return "".join(path for path, _ in current_first([(path, None) for path in paths], map_))


@pytest.mark.parametrize(
    ("paths", "superseded_by", "expected"),
    [
        ("abc", {}, "abc"),
        ("abc", {"a": "c"}, "cab"),  # the successor takes the better place
        ("cba", {"a": "c"}, "cba"),  # already above: nothing moves
        ("abc", {"a": "b", "b": "c"}, "cba"),  # a chain
        ("xay", {"a": "z"}, "xay"),  # the successor wasn't found
        ("abc", {"a": "bc"}, "bca"),  # two successors
        ("abc", {"a": "b", "b": "a"}, "bac"),  # a circle ends
        ("aa", {"a": "a"}, "aa"),
    ],
)
def test_the_successor_stands_above(paths: str, superseded_by: dict[str, str], expected: str) -> None:
    assert reorder(paths, superseded_by) == expected


PATHS = st.lists(st.sampled_from("abcdef"), max_size=10)
# Newer letters replace older ones, so that there is no circle.
NEWER = st.dictionaries(st.sampled_from("abc"), st.text("def", min_size=1, max_size=2), max_size=3)


@given(PATHS, NEWER)
@settings(derandomize=True, deadline=None, max_examples=200)
def test_no_hit_is_lost_and_no_old_one_stands_above_a_newer_one(paths: list[str], newer: dict[str, str]) -> None:
    result = reorder("".join(paths), newer)
    assert sorted(result) == sorted(paths)
    for old, successors_ in newer.items():
        for new in successors_:
            if old in result and new in result:
                assert result.rindex(new) < result.index(old)


def test_successors_are_found_through_others_and_circles_end() -> None:
    assert successors({"a"}, {"a": ("b",), "b": ("c", "a"), "c": ("b",)}) == ["b", "c"]
    assert successors({"a", "b"}, {"a": ("b",)}) == []
