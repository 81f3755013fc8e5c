"""The answers of several projects in one order: fair by score, each project's own order kept, each hit once."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import NotARepository
from scrubjay.model.project import Project
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.projects import APART, PlacedHit, ProjectAnswer, SkippedProject, joined_answer, ranked
from tests.shared.search.recall.conftest import VIEW

REQUEST = RecallRequest(query="parcels", limit=3)


def project(name: str) -> Project:
    return Project(f"id of {name}", name, Path("/home/of") / name, "2026-01-01", frozenset(), ())


def answer(name: str, *scores: float, vectors: bool = True, **more: object) -> ProjectAnswer:
    """What a project answers: hits with these scores, in this order."""
    hits = tuple(
        RecallHit(kind="document", title=name, text="", date="2026-01-01", path=f"{name}{n}.md", blob=name, score=score)
        for n, score in enumerate(scores)
    )
    view = replace(VIEW, worktree=Path("/src") / name)
    candidates = {"bm25": 1, "vector": len(scores)} if vectors else {"bm25": 1, "vector": 0}
    return ProjectAnswer(
        project(name),
        RecallAnswer(
            request=REQUEST, view=view, hits=hits, recipe="balanced", degraded=(), embedded=1.0, candidates=candidates,
            documents_fit="good" if hits else "nothing",
        ),
    )  # fmt: skip


def paths(*answers: ProjectAnswer, limit: int = 99) -> list[str]:
    found = joined_answer(replace(REQUEST, limit=limit), answers, [])
    return [placed.hit.path for placed in found.hits]


@pytest.mark.parametrize(
    ("answers", "order"),
    [
        # the better score comes first, whichever project it is of
        ([answer("a", 0.9, 0.1), answer("b", 0.5)], ["a0.md", "b0.md", "a1.md"]),
        # what its own project places before a better one, counts as much: it is named exactly, or replaces that one
        ([answer("a", 0.1, 0.9), answer("b", 0.5)], ["a0.md", "a1.md", "b0.md"]),
        # equal scores: in the order of the projects
        ([answer("a", 0.5, 0.5), answer("b", 0.5)], ["a0.md", "a1.md", "b0.md"]),
        # scores by words alone are of another kind: they share the places
        ([answer("a", 12.0, 11.0, vectors=False), answer("b", 0.5, 0.4)], ["b0.md", "a0.md", "b1.md", "a1.md"]),
        # … by the number of projects of each kind
        (
            [answer("a", 12.0, vectors=False), answer("b", 0.5, 0.3), answer("c", 0.4, 0.2)],
            ["b0.md", "a0.md", "c0.md", "b1.md", "c1.md"],
        ),
        ([answer("a"), answer("b", 0.5)], ["b0.md"]),
        ([], []),
    ],
)
def test_the_order_over_projects(answers: list[ProjectAnswer], order: list[str]) -> None:
    assert paths(*answers) == order


def test_of_equal_scores_the_newer_comes_first() -> None:
    old, new = answer("a", 0.0), answer("b", 0.0)
    (hit,) = new.answer.hits
    new = replace(new, answer=replace(new.answer, hits=(replace(hit, date="2026-02-01"),)))
    assert paths(old, new) == ["b0.md", "a0.md"]


@given(st.lists(st.tuples(st.lists(st.floats(-1, 20), max_size=6), st.booleans()), max_size=5))
def test_every_projects_own_order_stands_and_nothing_is_lost(lists: list[tuple[list[float], bool]]) -> None:
    answers = [answer(f"p{n}-", *scores, vectors=vectors) for n, (scores, vectors) in enumerate(lists)]
    order = ranked([[PlacedHit(one, hit) for hit in one.answer.hits] for one in answers])
    for one in answers:
        assert [placed.hit for placed in order if placed.origin is one] == [*one.answer.hits]
    assert len(order) == sum(len(scores) for scores, _ in lists)


def test_a_hit_of_two_working_trees_stands_once_and_that_of_two_projects_twice() -> None:
    here = answer("a", 0.9)
    there = replace(here, answer=replace(here.answer, view=replace(VIEW, worktree=Path("/src/topic"))))
    assert paths(here, there) == ["a0.md"]
    assert paths(here, replace(there, project=project("b"))) == ["a0.md", "a0.md"]


def test_a_memory_of_the_users_own_is_of_no_project() -> None:
    own = RecallHit(kind="memory", title="user fact", text="", date="", id="m1", own=True)
    answers = [replace(one, answer=replace(one.answer, hits=(own,))) for one in (answer("a", 1), answer("b", 1))]
    (placed,) = joined_answer(REQUEST, answers, []).hits
    assert (placed.project, placed.folder) == ("", "")


def test_the_answer_keeps_the_limit_and_the_best_fit_and_says_when_scores_differ_in_kind() -> None:
    skipped = SkippedProject(project("c"), Path("/src/c"), NotARepository("gone"))
    found = joined_answer(REQUEST, [answer("a", 3, 2, 1, vectors=False), answer("b", 3, 2, 1), answer("d")], [skipped])
    assert (len(found.hits), found.fit, found.notes) == (3, "good", (APART,))
    assert found.skipped == (skipped,)
    assert joined_answer(REQUEST, [answer("a", 3)], []).notes == ()
    assert joined_answer(REQUEST, [answer("a")], []).fit == "nothing"
