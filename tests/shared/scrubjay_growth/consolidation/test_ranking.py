"""The law of weights, as a table."""

from datetime import date, timedelta

import pytest

from scrubjay_growth.consolidation_steps import weight

TODAY = date(2026, 9, 1)


@pytest.mark.parametrize(("days", "expected"), [(0, 1.0), (14, 0.5), (28, 0.25), (-3, 1.0)])
def test_half_of_the_weight_goes_in_two_weeks(days: int, expected: float) -> None:
    assert weight(TODAY - timedelta(days), TODAY) == expected
