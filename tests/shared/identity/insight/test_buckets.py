"""Percentiles told by buckets: within the stated error, whatever was measured."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.identity.insight.sums import ERROR, LEAST, MOST, STEPS, bucket_of, percentile, value_of

VALUES = st.floats(0.12, 1e8)


def histogram(values: list[float]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for value in values:
        counts[bucket_of(value)] = counts.get(bucket_of(value), 0) + 1
    return counts


@pytest.mark.parametrize(("value", "bucket"), [(1, 0), (2, 4), (1024, 40), (0, LEAST), (-5, LEAST), (1e300, MOST)])
def test_a_value_has_its_bucket(value: float, bucket: int) -> None:
    assert bucket_of(value) == bucket


@given(VALUES)
def test_a_bucket_tells_its_value_within_the_stated_error(value: float) -> None:
    bucket = bucket_of(value)
    low, high = 2 ** ((bucket - 1) / STEPS), 2 ** (bucket / STEPS)
    assert low * (1 - 1e-9) < value <= high * (1 + 1e-9)
    assert abs(value_of(bucket_of(value)) - value) / value <= ERROR + 1e-9


@given(st.lists(VALUES, min_size=1, max_size=200), st.sampled_from([0.5, 0.95, 0.99, 1.0]))
def test_a_percentile_is_that_of_the_values_within_the_stated_error(values: list[float], share: float) -> None:
    exact = sorted(values)[max(1, math.ceil(share * len(values) - 1e-9)) - 1]
    told = percentile(histogram(values), share)
    assert told is not None
    assert abs(told - exact) / exact <= ERROR + 1e-9


def test_nothing_has_no_percentile() -> None:
    assert percentile({}, 0.5) is None
