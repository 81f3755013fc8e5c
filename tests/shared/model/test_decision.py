"""Whose word a day is, and how it reads."""

import pytest

from scrubjay.model.decision import dated_by, day_shown, is_date


@pytest.mark.parametrize(
    ("own", "filed", "by", "shown"),
    [
        ("2024-01-01", "", "record", "2024-01-01"),
        ("2024-01-01", "2023-01-01", "record", "2024-01-01"),
        ("", "2023-01-01", "git", "2023-01-01 (git)"),
        ("", "", "", ""),
    ],
)
def test_a_record_s_own_day_counts_and_git_s_is_marked(own: str, filed: str, by: str, shown: str) -> None:
    assert (dated_by(own, filed), day_shown(own, filed)) == (by, shown)


@pytest.mark.parametrize("text", ["2026", "2026-03", "2026-03-01", "2024-02-29"])
def test_a_day_a_month_and_a_year_of_the_calendar_are_dates(text: str) -> None:
    assert is_date(text)


@pytest.mark.parametrize("text", ["", "26", "2026-13", "2024-13-45", "2023-02-29", "2026-3-1", "0000", "2026-03-01T"])
def test_what_is_on_no_calendar_is_no_date(text: str) -> None:
    assert not is_date(text)
