"""A superseded decision never stands above its successor."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.scoring import current_first, successors


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
        ("axc", {"a": "b", "b": "c"}, "cax"),  # a chain whose middle wasn't found
        ("dabc", {"a": "b", "b": "c"}, "dcba"),
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


def test_what_holds_is_at_the_end_of_a_chain_and_circles_have_no_end() -> None:
    assert successors({"a"}, {"a": ("b",), "b": ("c",)}) == ["c"]
    assert successors({"a"}, {"a": ("b", "c"), "b": ("d",)}) == ["c", "d"]
    assert successors({"a"}, {"a": ("b",), "b": ("a",)}) == []
    assert successors({"a", "b"}, {"a": ("b",)}) == []
