"""Spans of days in equal periods."""

from itertools import pairwise

import pytest

from scrubjay.identity.insight.sums import SPANS, ages, periods


@pytest.mark.parametrize(("days", "number", "first"), [
    (7, 7, "2026-02-23"), (30, 30, "2026-01-31"), (90, 13, "2025-12-01"), (365, 14, "2025-02-03"),
])  # fmt: skip
def test_a_span_ends_today_in_whole_periods(days: int, number: int, first: str) -> None:
    found = periods("2026-03-01", days)
    assert (len(found), found[0].first, found[-1].last) == (number, first, "2026-03-01")
    assert all(before.last < after.first for before, after in pairwise(found))
    assert set(SPANS) == {7, 30, 90, 365}


def test_ages_are_told_in_groups_of_days() -> None:
    moments = ["2026-03-01T01:00:00Z", "2026-02-28T00:00:00Z", "2026-02-22T00:00:00Z", "2026-02-01T00:00:00Z",
               "2025-02-01T00:00:00Z"]  # fmt: skip
    found = ages(moments, "2026-03-01T12:00:00Z")
    assert list(found.values()) == [2, 1, 1, 1]
    assert sum(ages([], "2026-03-01").values()) == 0
