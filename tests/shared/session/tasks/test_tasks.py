"""Task context: versioned, per branch, and still there after a restart."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.model.clock import Clock
from scrubjay.session.tasks.branches import Lineage
from scrubjay.session.tasks.merge import MAX_ENTRIES
from scrubjay.session.tasks.reading import KEPT_SAVES
from scrubjay.session.tasks.task import Conflict, Note, Saved, SessionSave, TaskChange
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database

A, B = "a" * 40, "b" * 40
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home" / "session.db", "session") as opened:
        yield opened


@pytest.fixture
def tasks(database: Database, clock: Clock) -> Tasks:
    return Tasks(database, clock)


def test_a_branch_starts_without_a_task(tasks: Tasks) -> None:
    assert tasks.get("main", A) is None


def test_a_session_meets_a_branch_once_though_it_had_no_task_then(tasks: Tasks, database: Database) -> None:
    tasks.look("main", A, "ada")
    tasks.look("main", A, "ada")
    tasks.set("main", A, TaskChange("Ship it", session="bob"))
    tasks.look("main", A, "ada")
    met = database.read(lambda c: c.execute("SELECT session, state FROM met ORDER BY id").fetchall())
    seen = database.read(lambda c: c.execute("SELECT seen FROM session_point WHERE session = 'ada'").fetchone())
    assert [tuple(row) for row in met if row["session"] == "ada"] == [("ada", "")]
    assert "Ship it" in seen["seen"]


def test_whether_another_branch_has_a_task_decides_nothing_for_one_without_history(tasks: Tasks) -> None:
    tasks.set("other", A, TaskChange("Ship it"))
    assert tasks.get("main", A) is None
    assert tasks.get("main") is None


def test_a_task_survives_a_restart(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "home" / "session.db"
    with Database(path, "session") as first:
        Tasks(first, clock).set("main", A, TaskChange("Ship it", {"ticket": "X-1"}))
    with Database(path, "session") as second:
        task = Tasks(second, clock).get("main", A)
    assert task is not None
    assert (task.task, dict(task.details), task.version, task.head) == ("Ship it", {"ticket": "X-1"}, 1, A)
    assert task.saved_at == "2026-03-01T12:00:00Z"


def test_each_write_raises_the_version(tasks: Tasks) -> None:
    tasks.set("main", A, TaskChange("One"))
    assert tasks.set("main", A, TaskChange("Two")) == Saved(version=2, saved_at="2026-03-01T12:00:00Z")


def test_writing_over_a_newer_version_is_a_conflict_that_shows_both_texts(tasks: Tasks) -> None:
    tasks.set("main", A, TaskChange("One"))
    tasks.set("main", A, TaskChange("Two"))
    outcome = tasks.set("main", A, TaskChange("Mine", expected_version=1))
    assert isinstance(outcome, Conflict)
    assert (outcome.current.task, outcome.current.version, outcome.yours.task) == ("Two", 2, "Mine")
    stored = tasks.get("main")
    assert stored is not None
    assert stored.task == "Two"


def test_of_many_writers_with_the_same_version_one_wins(tasks: Tasks) -> None:
    tasks.set("main", A, TaskChange("Start"))
    outcomes: list[object] = []

    def write(n: int) -> None:
        outcomes.append(tasks.set("main", A, TaskChange(f"Writer {n}", expected_version=1)))

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(outcome, Saved) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7


def made_from(*sources: str, renamed: str = "") -> Callable[[str, str], Lineage]:
    return lambda branch, head: Lineage(lambda: [renamed] if renamed else [], lambda: sources)


def test_a_new_branch_takes_a_copy_of_the_one_it_was_made_from(database: Database, clock: Clock) -> None:
    tasks = Tasks(database, clock, lineages=made_from("gone", "main"))
    tasks.set("main", A, TaskChange("Ship it"))
    tasks.save("main", A, SessionSave(summary="Began.", in_progress="the parser", dead_ends=("regex -> nesting",)))
    copied = tasks.get("feature", B)
    assert copied is not None
    assert (copied.task, copied.version, copied.inherited_from) == ("Ship it", 1, "main")
    assert (copied.dead_ends, copied.in_progress) == (("regex -> nesting",), ())
    tasks.set("feature", A, TaskChange("Something else"))
    main = tasks.get("main", A)
    assert main is not None
    assert main.task == "Ship it"


def test_a_write_on_a_new_branch_adds_to_what_it_took_over(database: Database, clock: Clock) -> None:
    tasks = Tasks(database, clock, lineages=made_from("main"))
    tasks.set("main", A, TaskChange("Ship it"))
    tasks.note("feature", A, Note("regex -> nesting", "dead_end"))
    found = tasks.get("feature")
    assert found is not None
    assert (found.task, found.dead_ends) == ("Ship it", ("regex -> nesting",))


def test_a_renamed_branch_keeps_its_working_set_and_its_saves(database: Database, clock: Clock) -> None:
    tasks = Tasks(database, clock, lineages=made_from(renamed="old"))
    Tasks(database, clock).set("old", A, TaskChange("Ship it"))
    Tasks(database, clock).save("old", A, SessionSave(summary="Began."))
    found = tasks.get("new", B)
    assert found is not None
    assert (found.task, found.version, found.inherited_from) == ("Ship it", 2, "")
    assert tasks.get("old") is None
    assert len(tasks.saves("new")) == 1


def test_a_branch_elsewhere_takes_nothing(tasks: Tasks) -> None:
    tasks.set("main", A, TaskChange("Ship it"))
    assert tasks.get("feature", B) is None
    assert tasks.get("feature") is None


def test_a_save_becomes_the_state_of_the_branch(tasks: Tasks) -> None:
    tasks.set("main", A, TaskChange("Ship it"))
    tasks.save("main", A, SessionSave(summary="First.", in_progress="x", next_steps=("n1",), dead_ends=("d1 -> why",)))
    tasks.save("main", B, SessionSave(summary="Second.", completed=("c",), dead_ends=("d2 -> why",)))
    task = tasks.get("main")
    assert task is not None
    assert (task.task, task.version, task.head) == ("Ship it", 3, B)
    assert (task.in_progress, task.next_steps, task.completed) == ((), (), ("c",))
    assert task.dead_ends == ("d2 -> why", "d1 -> why")
    (last,) = tasks.saves("main")
    assert (last.save.summary, last.head, last.version) == ("Second.", B, 3)


def test_the_same_save_sent_twice_is_stored_once(tasks: Tasks) -> None:
    save = SessionSave(summary="Done.", session="s1")
    first = tasks.save("main", A, save)
    again = tasks.save("main", A, save)
    assert (again.version, again.repeated) == (first.version, True)
    assert len(tasks.saves("main", 10)) == 1


def test_saves_and_dead_ends_are_bounded(tasks: Tasks) -> None:
    for n in range(KEPT_SAVES + 5):
        tasks.save("main", A, SessionSave(summary=f"Save {n}.", dead_ends=(f"end {n}",)))
    tasks.save("other", A, SessionSave(summary="Other."))
    assert len(tasks.saves("main", 1000)) == KEPT_SAVES
    assert len(tasks.saves("other", 1000)) == 1
    task = tasks.get("main")
    assert task is not None
    assert len(task.dead_ends) == MAX_ENTRIES["dead_ends"]
    assert task.dead_ends[0] == f"end {KEPT_SAVES + 4}"


def test_no_secret_reaches_the_disk(tasks: Tasks, database: Database) -> None:
    outcome = tasks.set("main", A, TaskChange("Deploy", {"note": [f"use {TOKEN}"]}))
    assert isinstance(outcome, Saved)
    assert len(outcome.masked) == 1
    saved = tasks.save("main", A, SessionSave(summary="Done.", next_steps=(f"rotate {TOKEN}",), candidates=(TOKEN,)))
    assert saved.masked
    rows = database.read(
        lambda c: [tuple(r) for t in ("task", "save") for r in c.execute(f"SELECT * FROM {t}").fetchall()]
    )
    assert TOKEN not in str(rows)
    assert "[redacted: " in str(rows)


def nested(depth: int) -> dict[str, Any]:
    return {"d": nested(depth - 1)} if depth else {}


@pytest.mark.parametrize(
    ("details", "error"),
    [
        (nested(5), LimitExceeded),
        ({str(n): 0 for n in range(101)}, LimitExceeded),
        ({"l": [0] * 501}, LimitExceeded),
        ({"s": "x" * 10_001}, LimitExceeded),
        ({"k" * 257: 0}, LimitExceeded),
        ({"f": float("nan")}, UsageError),
        ({"f": float("inf")}, UsageError),
        ({1: "x"}, UsageError),
        ({"o": object()}, UsageError),
        (["not an object"], UsageError),
    ],
)
def test_details_out_of_bounds_are_refused_and_nothing_is_written(
    tasks: Tasks, details: Any, error: type[Exception]
) -> None:
    with pytest.raises(error):
        tasks.set("main", A, TaskChange("Task", details))
    assert tasks.get("main") is None


def test_details_that_hold_themselves_are_refused(tasks: Tasks) -> None:
    loop: dict[str, Any] = {}
    loop["again"] = loop
    with pytest.raises(LimitExceeded):
        tasks.set("main", A, TaskChange("Task", loop))


@pytest.mark.parametrize(
    "save",
    [
        SessionSave(summary="x" * 10_001),
        SessionSave(summary="ok", next_steps=("x" * 2_001,)),
        SessionSave(summary="ok", next_steps=("x",) * 51),
        SessionSave(summary="ok", session="s" * 257),
    ],
)
def test_a_save_out_of_bounds_is_refused(tasks: Tasks, save: SessionSave) -> None:
    with pytest.raises(LimitExceeded):
        tasks.save("main", A, save)


def test_empty_texts_are_refused_with_what_is_missing(tasks: Tasks) -> None:
    with pytest.raises(UsageError, match="task is empty"):
        tasks.set("main", A, TaskChange("  "))
    with pytest.raises(UsageError, match="summary is empty"):
        tasks.save("main", A, SessionSave(summary=""))
