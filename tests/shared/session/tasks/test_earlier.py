"""A new task leaves the old one's steps and dead ends behind; they are kept, and come back with their task."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.model.clock import Clock
from scrubjay.session.tasks.earlier import MAX_RETURNING
from scrubjay.session.tasks.task import Note, Saved, SessionSave, Task, TaskChange
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database
from tests.shared.session.tasks.test_branches import Work, work  # noqa: F401

A = "a" * 40


@pytest.fixture
def tasks(tmp_path: Path, clock: Clock) -> Iterator[Tasks]:
    with Database(tmp_path / "home" / "session.db", "session") as opened:
        yield Tasks(opened, clock)


def now(tasks: Tasks) -> Task:
    found = tasks.get("main")
    assert found is not None
    return found


def put(tasks: Tasks, task: str, **details: object) -> Saved:
    done = tasks.set("main", A, TaskChange(task, details, session="s1"))
    assert isinstance(done, Saved)
    return done


def queued(tasks: Tasks) -> None:
    """A task with something noted of each kind."""
    put(tasks, "Ship the queue", goals=["no job is lost"], ticket="X-1")
    for text, kind in (
        ("bound it", "next"),
        ("polyfill -> CSP", "dead_end"),
        ("lexer", "doing"),
        ("Redis", "decision"),
    ):
        tasks.note("main", A, Note(text, kind, "s1"))  # type: ignore[arg-type]


def test_a_new_task_leaves_steps_dead_ends_and_details_behind_and_says_so(tasks: Tasks) -> None:
    queued(tasks)
    saved = put(tasks, "Fix the login timeout", goals=["under 1 s"])
    found = now(tasks)
    assert (found.next_steps, found.dead_ends, found.in_progress, dict(found.details)) == ((), (), (), {})
    assert found.goals == ("under 1 s",)
    assert found.version == 6
    assert (saved.left, saved.resumed, saved.kept) == ("Ship the queue", False, ())


def test_what_was_chosen_on_the_branch_stays(tasks: Tasks) -> None:
    queued(tasks)
    put(tasks, "Fix the login timeout")
    assert now(tasks).decisions == ("Redis",)


def test_what_was_left_behind_is_found_under_its_branch(tasks: Tasks) -> None:
    queued(tasks)
    put(tasks, "Fix the login timeout")
    (left,) = tasks.earlier("main", 5)
    assert (left.task.task, left.task.next_steps, left.task.dead_ends) == (
        "Ship the queue", ("bound it",), ("polyfill -> CSP",),
    )  # fmt: skip
    assert (left.how, left.merged_in) == ("replaced", "")
    assert tasks.earlier("other", 5) == ()


def test_the_same_task_in_other_words_keeps_everything(tasks: Tasks) -> None:
    queued(tasks)
    saved = put(tasks, "Ship the bounded queue")
    assert (now(tasks).next_steps, saved.left, tasks.earlier("main", 5)) == (("bound it",), "", ())


def test_a_task_that_is_set_again_gets_back_what_was_noted_for_it(tasks: Tasks) -> None:
    queued(tasks)
    put(tasks, "Fix the login timeout")
    tasks.note("main", A, Note("measure it", "next", "s1"))
    saved = put(tasks, "ship the queue")
    found = now(tasks)
    assert (found.next_steps, found.dead_ends, found.goals) == (
        ("bound it",),
        ("polyfill -> CSP",),
        ("no job is lost",),
    )
    assert found.in_progress == ()
    assert (saved.left, saved.resumed) == ("Fix the login timeout", True)
    assert [left.task.task for left in tasks.earlier("main", 5)] == ["Fix the login timeout"]


def test_steps_noted_before_the_first_task_belong_to_it(tasks: Tasks) -> None:
    tasks.note("main", A, Note("look around", "next"))
    saved = put(tasks, "Ship the queue")
    assert (now(tasks).next_steps, saved.left) == (("look around",), "")


def test_a_task_of_which_nothing_was_noted_leaves_nothing(tasks: Tasks) -> None:
    put(tasks, "Ship the queue")
    saved = put(tasks, "Fix the login timeout")
    assert (saved.left, tasks.earlier("main", 5)) == ("", ())


def test_a_session_that_knew_the_old_task_writes_only_its_own_into_the_new_one(tasks: Tasks) -> None:
    queued(tasks)
    tasks.look("main", A, "s2")
    put(tasks, "Fix the login timeout")
    tasks.save("main", A, SessionSave(summary="Measured.", next_steps=("cache it",), session="s2"))
    assert now(tasks).next_steps == ("cache it",)
    assert now(tasks).dead_ends == ()


def test_a_conflict_archives_nothing(tasks: Tasks) -> None:
    queued(tasks)
    tasks.set("main", A, TaskChange("Fix the login timeout", expected_version=1))
    assert now(tasks).task == "Ship the queue"
    assert tasks.earlier("main", 5) == ()


def test_many_tasks_in_turn_lose_none_of_the_latest(tasks: Tasks) -> None:
    names = [f"{word} engine" for word in ("alpha", "beta", "gamma", "delta")]
    for name in names * 3:
        put(tasks, f"{name} {name}")
        tasks.note("main", A, Note(f"step of {name}", "next"))
    assert {left.task.task.split()[0] for left in tasks.earlier("main", MAX_RETURNING)} == {"alpha", "beta", "gamma"}
    assert now(tasks).next_steps == ("step of delta engine",)


def test_an_earlier_task_is_no_merge_and_goes_with_a_renamed_branch(work: Work) -> None:  # noqa: F811
    work.repo.git("switch", "-q", "-c", "wip")
    work.set("Ship the queue")
    work.tasks.note(*work.here, Note("bound it", "next"))
    work.set("Fix the login timeout")
    assert work.archive.sweep() == ()
    assert work.archive.latest("wip") is None
    assert work.archive.reachable(work.here[1], 5) == ()
    work.repo.git("branch", "-m", "feature")
    found = work.get()
    assert found is not None
    assert found.task == "Fix the login timeout"
    assert [left.task.task for left in work.tasks.earlier("feature", 5)] == ["Ship the queue"]
