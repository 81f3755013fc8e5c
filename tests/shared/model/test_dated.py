"""Whose word a day is, and how it reads."""

import pytest

from scrubjay.model.dated import dated_by, day_shown


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
