"""How sure is a mean?"""

import pytest

from scrubjay_bench.metrics import difference, mean


def test_two_runs_give_the_same_interval() -> None:
    values = [0.0, 1.0, 0.5] * 20
    assert mean(values) == mean(values)


def test_the_interval_holds_the_mean_and_narrows_with_more_questions() -> None:
    few, many = mean([0.0, 1.0] * 10), mean([0.0, 1.0] * 1000)
    assert few.low < few.value == 0.5 < few.high
    assert many.high - many.low < few.high - few.low
    # The standard error of 20 coin flips is .112, so the 95 % interval is about .5 +- .22.
    assert few.high - few.low == pytest.approx(0.44, abs=0.08)


def test_equal_values_have_no_spread() -> None:
    one = mean([0.7] * 9)
    assert (one.low, one.high, one.n) == (pytest.approx(0.7), pytest.approx(0.7), 9)


def test_a_difference_is_taken_question_by_question() -> None:
    gap = difference([1.0, 0.5, 0.25], [0.5, 0.0, -0.25])
    assert (gap.value, gap.low, gap.high) == (0.5, 0.5, 0.5)
    with pytest.raises(ValueError, match="zip"):
        difference([1.0], [1.0, 0.0])


def test_no_values_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no values"):
        mean([])
