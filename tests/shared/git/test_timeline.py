"""Which moments of a branch may a question about the past name?"""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.process import Git
from scrubjay.git.revision import first_days, timeline
from tests.conftest import Repo

GitIn = Callable[[Path], Git]


def test_tags_and_first_days_of_months_stand_in_order(repo: Repo, git_in: GitIn) -> None:
    repo.commit("one", date="2025-11-20T10:00:00+00:00")
    repo.commit("two", date="2026-01-10T10:00:00+00:00")
    repo.git("tag", "v1", date="2026-01-10T10:00:00+00:00")
    head = repo.commit("three", date="2026-02-02T10:00:00+00:00")
    points = timeline(git_in(repo.path), head)
    assert [point.words for point in points] == ["2025-12-01", "2026-01-01", "v1 (2026-01-10)", "2026-02-01"]


def test_a_tag_of_another_branch_is_no_moment_of_this_one(repo: Repo, git_in: GitIn) -> None:
    head = repo.commit("one")
    repo.git("switch", "-q", "-c", "side")
    repo.commit("aside")
    repo.git("tag", "aside")
    assert timeline(git_in(repo.path), head) == ()


def test_without_commits_there_is_none(repo: Repo, git_in: GitIn) -> None:
    assert timeline(git_in(repo.path), "") == ()


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        ("2025-01-31", "2025-03-01", ("2025-02-01", "2025-03-01")),
        ("2025-12-31", "2026-01-01", ("2026-01-01",)),
        ("2025-05-05", "2025-05-31", ()),
    ],
)
def test_months_begin_on_their_first_day(first: str, last: str, days: tuple[str, ...]) -> None:
    assert first_days(first, last) == days


def test_of_many_months_the_newest_are_kept() -> None:
    days = first_days("1990-01-01", "2025-01-15")
    assert (len(days), days[-1]) == (60, "2025-01-01")
