"""In which order commits stand among themselves, and among documents."""

import pytest

from scrubjay.model.history import CommitFacts
from scrubjay.search.history.question import CommitPlace, When
from scrubjay.search.history.values import folded, joined, ordered, original_first

DOCUMENTS = ("d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8")
COMMITS = ("c1", "c2", "c3", "c4", "c5")


def alike(_: str) -> int:
    return 1


def facts(sha: str, title: str = "", by: str = "Ada", day: int = 1, merged: tuple[str, ...] = ()) -> CommitFacts:
    return CommitFacts(
        sha=sha, title=title or sha, authors=(by,), authored_at=f"2026-01-{day:02}T12:00:00+02:00", merged=merged
    )


@pytest.mark.parametrize("place", [CommitPlace.NOWHERE, CommitPlace.BESIDE])
def test_where_commits_do_not_lead_the_documents_stay_alone(place: CommitPlace) -> None:
    assert joined(DOCUMENTS, COMMITS, place, 8, holds=alike) == DOCUMENTS


def test_who_and_when_show_three_commits_then_mostly_documents() -> None:
    assert joined(DOCUMENTS, COMMITS, CommitPlace.FIRST, 8, holds=alike) == (
        "c1",
        "c2",
        "c3",
        "d1",
        "d2",
        "c4",
        "d3",
        "d4",
    )


@pytest.mark.parametrize(("told", "first"), [(0, "c1"), (3, "c1"), (4, "d1")])
def test_in_doubt_documents_lead_only_where_one_holds_twice_as_many_words(told: int, first: str) -> None:
    words = {"d2": told, "c1": 2}
    shown = joined(DOCUMENTS[:4], COMMITS, CommitPlace.LIKELY, 9, holds=lambda hit: words.get(hit, 0))
    assert shown[0] == first
    assert set(shown) == {*DOCUMENTS[:4], *COMMITS}


def test_an_answer_without_commits_or_without_documents_is_the_other() -> None:
    assert joined(DOCUMENTS, (), CommitPlace.FIRST, 3, holds=alike) == ("d1", "d2", "d3")
    assert joined((), COMMITS, CommitPlace.FIRST, 8, holds=alike) == COMMITS


def test_a_commit_that_says_what_its_merge_says_stands_for_it_else_both_stay() -> None:
    known = {"m": facts("m", merged=("a", "b")), "a": facts("a"), "b": facts("b"), "x": facts("x")}
    assert folded({"m": 0.9, "x": 0.8, "b": 0.8, "a": 0.6}, known) == {"x": 0.8, "b": 0.9, "a": 0.6}
    assert folded({"m": 0.5, "b": 0.7}, known) == {"b": 0.7}
    assert folded({"m": 0.9, "b": 0.2}, known) == {"m": 0.9, "b": 0.2}


def test_where_ranks_are_fused_a_merge_stays_above_commits_that_rank_below_it() -> None:
    known = {"m": facts("m", merged=("a",)), "a": facts("a")}
    assert folded({"m": 0.9, "a": 0.88}, known, near=1) == {"m": 0.9, "a": 0.88}
    assert folded({"m": 0.9, "a": 0.9}, known, near=1) == {"a": 0.9}


def test_of_commits_with_one_title_the_oldest_has_the_best_score() -> None:
    known = {
        "back": facts("back", "Bound it (#9)", day=5),
        "first": facts("first", "Bound it (#7)", day=2),
        "other": facts("other", "Bound", day=1),
    }
    assert original_first({"back": 0.9, "first": 0.4, "other": 0.3, "lost": 0.1}, known) == {
        "back": 0.4,
        "first": 0.9,
        "other": 0.3,
        "lost": 0.1,
    }


def test_a_merge_with_the_title_of_its_commit_hides_it_nowhere() -> None:
    known = {"m": facts("m", "Bound the retries (#12)", merged=("a",)), "a": facts("a", "Bound the retries")}
    assert ordered(folded({"m": 1.0, "a": 0.9}, known), known, When.ANY) == ["a"]


def test_the_first_or_the_last_is_chosen_among_those_near_the_best_alone() -> None:
    known = {"new": facts("new", day=9), "old": facts("old", day=3), "far": facts("far", day=1)}
    scores = {"new": 1.0, "old": 0.9, "far": 0.2}
    assert ordered(scores, known, When.ANY) == ["new", "old", "far"]
    assert ordered(scores, known, When.FIRST) == ["old", "new", "far"]
    assert ordered(scores | {"old": 1.1}, known, When.LAST) == ["new", "old", "far"]


def test_bots_and_what_differs_in_numbers_alone_come_last() -> None:
    known = {
        "bump": facts("bump", "Bump queue from 1.0 to 1.1", by="dependabot[bot]"),
        "three": facts("three", "Use Python 3.8"),
        "again": facts("again", "Use Python 3.9.1"),
        "other": facts("other", "Drop the queue"),
    }
    scores = {"bump": 1.0, "three": 0.9, "again": 0.8, "other": 0.7}
    assert ordered(scores, known, When.ANY) == ["three", "other", "bump", "again"]
