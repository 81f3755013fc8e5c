"""The law of weights, as a table."""

from datetime import date, timedelta

import pytest

from scrubjay.consolidation.ranking import weight
from scrubjay.model.grade import Grade

TODAY = date(2026, 9, 1)


@pytest.mark.parametrize(
    ("grade", "kind", "days", "expected"),
    [
        (Grade.OBSERVED, "fact", 0, 1.0),
        (Grade.OBSERVED, "fact", 180, 0.5),
        (Grade.OBSERVED, "incident", 360, 0.25),
        (Grade.OBSERVED, "procedure", 365, 0.5),
        (Grade.UNCONFIRMED, "fact", 14, 0.5),
        (Grade.UNCONFIRMED, "procedure", 28, 0.25),
        (Grade.TOLD, "fact", 4_000, 1.0),
        (Grade.VERIFIED, "fact", 4_000, 1.0),
        (Grade.CITED, "procedure", 4_000, 1.0),
        (Grade.UNCONFIRMED, "fact", -3, 1.0),
    ],
)
def test_half_of_the_weight_goes_in_a_time_that_the_grade_sets(
    grade: Grade, kind: str, days: int, expected: float
) -> None:
    assert weight(grade, kind, TODAY - timedelta(days), TODAY) == expected
