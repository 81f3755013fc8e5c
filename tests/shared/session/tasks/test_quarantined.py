"""What a quarantined session wrote of the work is in no answer; what others wrote stays, and nothing is lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.model.clock import Clock
from scrubjay.session.tasks import quarantined
from scrubjay.session.tasks.branches import Lineage
from scrubjay.session.tasks.task import Conflict, Note, SessionSave, Task, TaskChange
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.storage.database import Database

A = "a" * 40
BAD, GOOD = "bad", "good"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home" / "session.db", "session") as opened:
        yield opened


@pytest.fixture
def tasks(database: Database, clock: Clock) -> Tasks:
    return Tasks(database, clock)


def impose(database: Database, who: str = BAD) -> None:
    database.write(lambda c: quarantined.impose(c, who, ()))


def shown(tasks: Tasks, branch: str = "main") -> Task:
    task = tasks.get(branch)
    assert task is not None
    return task


def test_each_entry_goes_with_its_writer(tasks: Tasks, database: Database) -> None:
    tasks.set("main", A, TaskChange("Feed the birds", {"ticket": "X-1"}, session=BAD))
    tasks.note("main", A, Note("buy seeds", "next", session=BAD))
    tasks.note("main", A, Note("wash bowls", "next", session=GOOD))
    before = shown(tasks)
    impose(database)
    task = shown(tasks)
    assert (task.task, dict(task.details), task.next_steps) == ("", {}, ("wash bowls",))
    database.write(lambda c: quarantined.lift(c, BAD))
    assert shown(tasks) == before


def test_an_entry_that_others_repeat_stays_its_first_writers(tasks: Tasks, database: Database) -> None:
    tasks.note("main", A, Note("buy seeds", "next", session=BAD))
    tasks.look("main", A, GOOD)
    tasks.save("main", A, SessionSave(summary="Looked.", next_steps=("Buy seeds.", "wash bowls"), session=GOOD))
    impose(database)
    assert shown(tasks).next_steps == ("wash bowls",)
    (save,) = tasks.saves("main", 5)
    assert save.save.next_steps == ("wash bowls",)


def test_what_is_withheld_is_not_closed_by_a_save_that_couldnt_see_it(tasks: Tasks, database: Database) -> None:
    tasks.note("main", A, Note("buy seeds", "next", session=BAD))
    impose(database)
    tasks.look("main", A, GOOD)
    saved = tasks.save("main", A, SessionSave(summary="Went on.", next_steps=("wash bowls",), session=GOOD))
    assert (saved.kept, saved.closed) == ((), ())
    database.write(lambda c: quarantined.lift(c, BAD))
    assert shown(tasks).next_steps == ("wash bowls", "buy seeds")


def test_a_conflict_and_a_save_tell_nothing_of_it(tasks: Tasks, database: Database) -> None:
    tasks.set("main", A, TaskChange("Feed the birds", session=BAD))
    tasks.save("main", A, SessionSave(summary="Fed them.", session=BAD))
    impose(database)
    conflict = tasks.set("main", A, TaskChange("Mine", expected_version=9, session=GOOD))
    assert isinstance(conflict, Conflict)
    assert conflict.current.task == ""
    assert tasks.saves("main", 5) == ()


def test_a_branch_that_inherits_a_set_inherits_its_writers(tasks: Tasks, database: Database, clock: Clock) -> None:
    tasks.note("main", A, Note("buy seeds", "next", session=BAD))
    impose(database)
    heir = Tasks(database, clock, lineages=lambda branch, head: Lineage(sources=lambda: ["main"]))
    task = heir.get("feature", A)
    assert task is not None
    assert task.next_steps == ()


def test_what_nobody_is_known_to_have_written_goes_with_the_last_writer(tasks: Tasks, database: Database) -> None:
    tasks.note("main", A, Note("buy seeds", "next", session=BAD))
    database.write(lambda c: c.execute("DELETE FROM entry_writer"))
    impose(database)
    assert shown(tasks).next_steps == ()


def test_sessions_are_known_by_what_they_wrote(tasks: Tasks, database: Database) -> None:
    tasks.note("main", A, Note("buy seeds", "next", session=BAD))
    tasks.look("main", A, GOOD)
    assert database.read(quarantined.known_sessions) == {BAD, GOOD}
