"""A question's times are those of tags and years; what has no tag stays a word of the question."""

from datetime import UTC, datetime

import pytest

from scrubjay.git.process import Git, GitEnvironment
from scrubjay.search.history.renames import Times, times_of
from tests.conftest import Repo


@pytest.fixture
def git(repo: Repo) -> Git:
    repo.commit("one", date="2024-05-01T12:00:00Z")
    repo.git("tag", "v2.0.0")
    repo.commit("two", date="2025-06-01T12:00:00Z")
    repo.git("tag", "-m", "three", "3.1", date="2025-06-02T12:00:00Z")
    return Git(repo.path, GitEnvironment.of(repo.environment))


def at(*moment: int) -> float:
    return datetime(*moment, tzinfo=UTC).timestamp()  # type: ignore[arg-type, misc]


FROM_2_0 = Times(at(2024, 5, 1, 12))
UNTIL_3_1 = Times(last=at(2025, 6, 2, 12))


@pytest.mark.parametrize(
    ("text", "times", "rest"),
    [
        ("the cache after 2.0", FROM_2_0, "the cache"),
        ("the cache since version v2.0.0 here", FROM_2_0, "the cache here"),
        ("the cache before release 3.1", UNTIL_3_1, "the cache"),
        ("after 2.0 and before 3.1", Times(FROM_2_0.first, UNTIL_3_1.last), "and"),
        ("NO_COLOR since 2023", Times(at(2023, 1, 1)), "NO_COLOR"),
        ("NO_COLOR after 2023", Times(at(2024, 1, 1)), "NO_COLOR"),
        ("NO_COLOR before 2023", Times(last=at(2023, 1, 1)), "NO_COLOR"),
        ("NO_COLOR until 2023", Times(last=at(2024, 1, 1)), "NO_COLOR"),
        ("the cache after 9.9", Times(), "the cache after 9.9"),
        ("sent after 1500 ms", Times(), "sent after 1500 ms"),
        ("since 2023-12", Times(), "since 2023-12"),
        ("since 2.0-rc1", Times(), "since 2.0-rc1"),
        ("since then", Times(), "since then"),
    ],
)
def test_a_time_is_a_tags_or_a_years(git: Git, text: str, times: Times, rest: str) -> None:
    assert times_of(git, text) == (times, rest)
    assert times_of(git, text)[0].bounded is (times != Times())
