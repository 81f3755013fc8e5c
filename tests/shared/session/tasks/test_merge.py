"""Two sessions write one working set, and neither loses what it wrote."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay.model.clock import Clock
from scrubjay.session.tasks.merge import after_note, after_save, parse_kind
from scrubjay.session.tasks.task import Note, Saved, SessionSave, Task, TaskChange, empty_task
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database

A = "a" * 40


@pytest.fixture
def tasks(tmp_path: Path, clock: Clock) -> Iterator[Tasks]:
    with Database(tmp_path / "home" / "session.db", "session") as opened:
        yield Tasks(opened, clock)


def now(tasks: Tasks) -> Task:
    found = tasks.get("main")
    assert found is not None
    return found


def test_two_sessions_that_began_together_are_merged_and_the_second_is_told(tasks: Tasks) -> None:
    tasks.set("main", A, TaskChange("Ship it"))
    for session in ("s1", "s2"):
        tasks.look("main", A, session)
    tasks.save(
        "main",
        A,
        SessionSave(
            summary="One.", completed=("a",), in_progress="parser", blockers=(), next_steps=("x",), session="s1"
        ),
    )
    saved = tasks.save(
        "main",
        A,
        SessionSave(
            summary="Two.", completed=("b",), in_progress="lexer", blockers=(), next_steps=("y",), session="s2"
        ),
    )
    assert now(tasks).completed == ("b", "a")
    assert now(tasks).in_progress == ("lexer", "parser")
    assert now(tasks).next_steps == ("y", "x")
    assert [(one.name, one.entries) for one in saved.kept] == [
        ("completed", ("a",)), ("in_progress", ("parser",)), ("next_steps", ("x",)),
    ]  # fmt: skip
    assert saved.kept_of == "s1"


def test_a_session_that_knows_the_last_one_replaces_what_it_left(tasks: Tasks) -> None:
    tasks.save("main", A, SessionSave(summary="One.", in_progress="parser", next_steps=("x",), session="s1"))
    tasks.look("main", A, "s2")
    saved = tasks.save("main", A, SessionSave(summary="Two.", completed=("parser",), next_steps=("y",), session="s2"))
    assert (now(tasks).in_progress, now(tasks).next_steps, saved.kept) == ((), ("y",), ())


def test_what_a_save_no_longer_names_is_told(tasks: Tasks) -> None:
    tasks.save(
        "main", A, SessionSave(summary="One.", in_progress="parser", blockers=("ci",), next_steps=("x",), session="s1")
    )
    tasks.look("main", A, "s2")
    saved = tasks.save(
        "main", A, SessionSave(summary="A quick look.", completed=("Parser.",), next_steps=("y",), session="s2")
    )
    assert [(one.name, one.entries) for one in saved.closed] == [("next_steps", ("x",)), ("blockers", ("ci",))]


def test_what_one_session_finished_is_not_open_because_another_still_lists_it(tasks: Tasks) -> None:
    tasks.set("main", A, TaskChange("Ship it"))
    for session in ("s1", "s2"):
        tasks.look("main", A, session)
    tasks.save("main", A, SessionSave(summary="One.", completed=("Write the ADR",), session="s1"))
    tasks.save("main", A, SessionSave(summary="Two.", next_steps=("write the ADR.", "y"), session="s2"))
    assert now(tasks).next_steps == ("y",)


def test_details_become_goals_constraints_and_questions_and_stay_until_they_are_named_again(tasks: Tasks) -> None:
    details = {"goals": ["g"], "constraints": "c", "open_questions": ["q"], "ticket": "X-1"}
    tasks.set("main", A, TaskChange("Ship it", details))
    tasks.set("main", A, TaskChange("Ship it soon", {"constraints": []}))
    found = now(tasks)
    assert (found.goals, found.constraints, found.questions) == (("g",), (), ("q",))
    assert dict(found.details) == {"ticket": "X-1"}


def test_a_goal_that_another_session_set_meanwhile_is_kept_and_told(tasks: Tasks) -> None:
    tasks.look("main", A, "s2")
    tasks.set("main", A, TaskChange("Ship it", {"goals": ["fast"]}, session="s1"))
    saved = tasks.set("main", A, TaskChange("Ship it", {"goals": ["small"]}, session="s2"))
    assert isinstance(saved, Saved)
    assert now(tasks).goals == ("small", "fast")
    assert saved.kept[0].entries == ("fast",)


def test_notes_add_up_and_what_is_done_is_no_longer_open(tasks: Tasks) -> None:
    tasks.note("main", A, Note("Write the ADR", "next"))
    tasks.note("main", A, Note("polyfill -> CSP forbids it", "dead_end"))
    tasks.note("main", A, Note("write the ADR.", "done"))
    found = now(tasks)
    assert (found.next_steps, found.completed) == ((), ("write the ADR.",))
    assert (found.dead_ends, found.version) == (("polyfill -> CSP forbids it",), 3)


def test_a_note_does_not_make_a_session_know_what_others_wrote(tasks: Tasks) -> None:
    for session in ("s1", "s2"):
        tasks.look("main", A, session)
    tasks.save("main", A, SessionSave(summary="One.", next_steps=("x",), session="s1"))
    tasks.note("main", A, Note("z", "next", "s2"))
    saved = tasks.save("main", A, SessionSave(summary="Two.", next_steps=("y",), session="s2"))
    assert now(tasks).next_steps == ("y", "x")
    assert [one.entries for one in saved.kept] == [("x",)]


def test_what_a_session_does_now_takes_the_place_of_what_it_did_before(tasks: Tasks) -> None:
    tasks.note("main", A, Note("lexer", "doing", "s1"))
    tasks.note("main", A, Note("parser", "doing", "s1"))
    tasks.note("main", A, Note("docs", "doing", "s2"))
    tasks.note("main", A, Note("docs", "doing", "s2"))
    assert now(tasks).in_progress == ("docs", "parser")


@pytest.mark.parametrize("kind", ["", "s", "banana", "done; DROP"])
def test_an_unknown_kind_is_refused_with_those_there_are(kind: str) -> None:
    with pytest.raises(UsageError, match="done, doing, next"):
        parse_kind(kind)


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        (" Dead-end", "dead_end"),
        ("dead ends", "dead_end"),
        ("failed", "dead_end"),
        ("TODO", "next"),
        ("to-do", "next"),
        ("next steps", "next"),
        ("WIP", "doing"),
        ("in progress", "doing"),
        ("finished", "done"),
        ("blockers", "blocked"),
        ("decided", "decision"),
        ("open question", "question"),
        ("constraints", "constraint"),
    ],
)
def test_a_kind_may_be_written_as_people_do(word: str, kind: str) -> None:
    assert parse_kind(word) == kind


def test_next_steps_stay_in_the_order_in_which_they_were_noted() -> None:
    task = empty_task("main")
    for text in ("first", "second", "third", "First."):
        task = after_note(task, task, Note(text, "next"))
    assert task.next_steps == ("first", "second", "third")


def test_beyond_the_limit_the_oldest_next_step_goes() -> None:
    task = empty_task("main")
    for number in range(51):
        task = after_note(task, task, Note(f"step {number}", "next"))
    assert (task.next_steps[0], task.next_steps[-1], len(task.next_steps)) == ("step 1", "step 50", 50)


TEXTS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=4, unique=True).map(tuple)


@settings(max_examples=80, derandomize=True, deadline=None)
@given(TEXTS, TEXTS, TEXTS)
def test_whatever_two_sessions_save_everything_new_of_both_is_there(
    seen: tuple[str, ...], one: tuple[str, ...], two: tuple[str, ...]
) -> None:
    base, _ = after_save(empty_task("main"), empty_task("main"), SessionSave(summary="s", blockers=seen))
    first, _ = after_save(base, base, SessionSave(summary="s", blockers=one))
    second, kept = after_save(first, base, SessionSave(summary="s", blockers=two))
    assert set(second.blockers) == {*two, *(set(one) - set(seen))}
    assert {entry for some in kept for entry in some.entries} == set(one) - set(seen) - set(two)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.text(max_size=8), st.sampled_from(["done", "next", "dead_end"])), max_size=80))
def test_a_working_set_has_a_limit(notes: list[tuple[str, str]]) -> None:
    task = empty_task("main")
    for text, kind in notes:
        task = after_note(task, task, Note(text, parse_kind(kind)))
    assert len(task.dead_ends) <= 40
    assert len(task.next_steps) <= 50
