"""What is known of sessions: commits that reached the base branch, tests, handoffs, and what scripts report."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import UsageError
from scrubjay.memory.transcript.session import Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay.session.tasks.points import HookReport
from scrubjay_growth.promotion.outcomes.store import SessionOutcomes
from tests.conftest import Repo

ID = "0a1b2c3d4e5f" + "6" * 20


def transcript_with(status: str) -> RecordedSession:
    call = Call(id="1", tool="Bash", does=Does.RUNS, inputs=f"pytest {ID[:12]}", command="pytest")
    return RecordedSession("s", (SessionEvent("1", call), SessionEvent("2", ToolResult("1", "", status))))


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    repo.commit("start", files={"README.md": "# A\n"})
    return app.initialise(repo.path)


@pytest.fixture
def outcomes(at: Workspace, clock: Callable[[], datetime]) -> SessionOutcomes:
    return SessionOutcomes(at.session_database, at.git, clock, ("pytest",), lambda: {"handed"})


@pytest.fixture
def later(at: Workspace, clock: Callable[[], datetime]) -> SessionOutcomes:
    """The same, two hours later."""
    two = timedelta(hours=2)
    return SessionOutcomes(at.session_database, at.git, lambda: clock() + two, ("pytest",), lambda: {"handed"})


def known(_: object) -> tuple[str, ...]:
    return (ID,)


def test_answers_citations_and_reports_make_a_session_have_a_memory_and_briefings_dont(
    at: Workspace, outcomes: SessionOutcomes
) -> None:
    at.ledger.record_told("briefed", "w", "s", f"- {ID[:8]} {ID[:12]}")
    at.ledger.record_answer("asked", f"({ID[:12]}) Parcels.")
    outcomes.hear("cites", transcript_with("0"), known)
    outcomes.report("fails", "badly", memory=ID)
    found = outcomes.outcomes()
    assert found.had == {ID[:12]: frozenset({"asked", "cites", "fails"})}
    assert (found.failed, found.well["fails"]) == ({ID[:12]: 1}, False)


def test_a_report_says_whether_anything_else_is_known_of_its_session(at: Workspace, outcomes: SessionOutcomes) -> None:
    at.ledger.record_answer("asked", f"({ID[:12]}) Parcels.")
    assert outcomes.report("asked", "well")
    assert [outcomes.report("aksed", "well") for _ in range(2)] == [False, True]


def test_a_session_that_is_at_work_or_unreadable_has_no_outcome(outcomes: SessionOutcomes) -> None:
    outcomes.hear("now", transcript_with("0"), known)
    outcomes.hear("blind", None, known)
    found = outcomes.outcomes()
    assert (found.well, found.unreadable) == ({}, 1)


def test_commits_on_the_base_branch_tests_and_handoffs_say_that_it_ended_well(
    at: Workspace, outcomes: SessionOutcomes, later: SessionOutcomes, repo: Repo
) -> None:
    began = repo.git("rev-parse", "HEAD").strip()
    for name in ("worked", "handed", "failed", "passed"):
        outcomes.hear(name, transcript_with("1" if name in ("failed", "worked", "handed") else "0"), known)
    report = HookReport(session="worked", branch="main", head=began, event="", worktree=str(repo.path))
    at.session_points.report(report)
    repo.commit("gate", files={"gate.md": "# Gate\n"}, date="2026-03-01T12:00:00Z")
    head = repo.git("rev-parse", "HEAD").strip()
    at.session_points.report(HookReport(session="worked", branch="main", head=head, event="Stop", worktree="w"))
    assert later.outcomes().well == {"worked": True, "handed": True, "failed": False, "passed": True}


def test_a_forgotten_session_leaves_nothing(outcomes: SessionOutcomes) -> None:
    for session in ("goes", "stays"):
        outcomes.hear(session, transcript_with("0"), known)
        outcomes.report(session, "badly", "it broke", ID)
    outcomes.forget("goes")
    found = outcomes.outcomes()
    assert (found.had, found.well) == ({ID[:12]: frozenset({"stays"})}, {"stays": False})


def test_a_report_says_well_or_badly(outcomes: SessionOutcomes) -> None:
    with pytest.raises(UsageError):
        outcomes.report("s", "so so")
    with pytest.raises(UsageError):
        outcomes.report(" ", "well")


def test_a_session_whose_commits_an_approved_and_merged_request_held_ended_well_though_it_was_reworded(
    at: Workspace, clock: Callable[[], datetime], repo: Repo
) -> None:
    began = repo.git("rev-parse", "HEAD").strip()
    report = HookReport(session="worked", branch="work", head=began, event="", worktree=str(repo.path))
    at.session_points.report(report)
    repo.git("switch", "-q", "-c", "work")
    repo.commit("gate", files={"gate.md": "# Gate\n"}, date="2026-03-01T12:00:00Z")
    made = repo.git("rev-parse", "HEAD").strip()
    at.session_points.report(HookReport(session="worked", branch="work", head=made, event="Stop", worktree="w"))
    repo.commit("later", files={"later.md": "# Later\n"}, date="2026-03-01T15:00:00Z")
    last = repo.git("rev-parse", "HEAD").strip()
    repo.git("switch", "-q", "main")
    repo.commit("squashed and reworded", files={"gate.md": "# The gate\n"}, date="2026-03-01T16:00:00Z")
    late = clock() + timedelta(days=15)
    for merged, well in ((set[str](), False), ({"f" * 40}, False), ({last}, True), ({made}, True)):
        known = SessionOutcomes(
            at.session_database, at.git, lambda: late, ("pytest",), frozenset, partial(set[str], merged)
        )
        known.hear("worked", RecordedSession("s", ()), lambda _: ())
        at.session_database.write(lambda c: c.execute("UPDATE session_outcome SET at = '2026-03-02T00:00:00Z'"))
        assert known.outcomes().well == {"worked": well}, merged
    assert known.heard() == {"worked": "2026-03-02T00:00:00Z"}
