"""Metadata is copied first; what is out of bounds is refused, what is within comes back equal."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.snapshot import snapshot

LOOP: dict[str, Any] = {}
LOOP["again"] = LOOP


@pytest.mark.parametrize(
    "metadata",
    [
        {"a": math.nan},
        {"a": math.inf},
        {"a": b"bytes"},
        {1: "number as key"},
        {"a": {"b": {"c": {"d": {"e": {}}}}}},
        {str(n): n for n in range(101)},
        {"a": list(range(501))},
        {"a": "x" * 10_001},
        {"k" * 257: 1},
        {str(n): "x" * 2_000 for n in range(9)},
        {"a": object()},
        LOOP,
    ],
)
def test_what_is_out_of_bounds_is_refused(metadata: dict[Any, Any]) -> None:
    with pytest.raises((LimitExceeded, UsageError)):
        snapshot(metadata, "metadata")


def test_a_later_change_of_the_original_changes_nothing() -> None:
    original = {"list": [1, 2]}
    copy = snapshot(original, "metadata")
    original["list"].append(3)
    assert copy == {"list": [1, 2]}


TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs", "Cc"]), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(TEXT, JSON, max_size=4))
@settings(max_examples=50, derandomize=True, deadline=None)
def test_a_snapshot_within_bounds_equals_its_original(metadata: dict[str, Any]) -> None:
    try:
        copy = snapshot(metadata, "metadata")
    except (LimitExceeded, UsageError):
        return
    assert copy == metadata
