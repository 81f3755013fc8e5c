"""One pass a day: killed anywhere it ends where an undisturbed one ends, and a second one changes nothing."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from scrubjay.memory.grouping.relations import every_group
from scrubjay.memory.lifecycle.figures import last_pass, pass_of_today
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.lifecycle.undo import list_checkpoints, restore
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import MemoryStatus
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_growth.consolidation import Report, Step, StepRun, consolidate, rehearse, unscoped
from scrubjay_growth.consolidation_steps import CHECKPOINT, own_steps
from tests.shared.memory.conftest import Hands, captured_grades, stored
from tests.shared.memory.grouping.conftest import LONGER, TOKENS, TopicEmbedder

T = TypeVar("T")
STEPS = own_steps(TopicEmbedder())


class Killed(BaseException):
    """The process ends here."""


class Mortal(Scopes):
    """Transactions of which one is the last: the process ends before it commits, or right after."""

    def __init__(self, memories: Memories, last: int, *, committed: bool) -> None:
        super().__init__(memories._stores)
        self._left, self._committed = last, committed

    def writing(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        self._left -= 1

        def dying(connection: Connection, place: WriteContext) -> T:
            result = work(connection, place)
            if self._left == 0 and not self._committed:
                raise Killed
            return result

        result = super().writing(scope, dying)
        if self._left == 0:
            raise Killed
        return result


def run(memories: Memories, over: Scopes | None = None, **more: object) -> Report:
    return consolidate(over or memories, STEPS, lambda ids: captured_grades(memories, ids), **more)  # type: ignore[arg-type]


def state(database: Database) -> list[tuple[object, ...]]:
    """Everything that a pass may write, but how often caches were told."""
    tables = ("belief", "contradiction", "alike", "disputed", "compared", "fact_member", "memory_rank", "checkpoint",
              "worked", "consolidation", "consolidation_step")  # fmt: skip
    return database.read(
        lambda c: [(name, *row) for name in tables for row in c.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()]
    )


@pytest.fixture
def full(memories: Memories, hands: Hands) -> Memories:
    """What fades, ages, says the same and contradicts."""
    stored(memories, "The cache is cold after each start.")
    hands.pass_by(days=181)
    for text in (*TOKENS, LONGER):
        stored(memories, text)
    stored(memories, "Bring a ledger to each meeting.", author="ada", origin=Origin.PERSON)
    hands.pass_by(days=14)
    for database in memories.databases():
        embed_pending(database, TopicEmbedder(), stop=lambda: False)
    return memories


def test_a_pass_does_each_step_and_a_second_one_changes_nothing(full: Memories) -> None:
    first = run(full)
    assert first.changed == {"lifetimes": 1, "rank": 5, "group": 3, "contradictions": 1, "cluster": 1}
    database = full.databases()[0]
    before = state(database)
    assert run(full).total == 0
    assert state(database) == before
    (group,) = every_group(full, "project")
    assert {full.get(id).content for id in group.members} <= set(TOKENS)
    weighed = "SELECT m.id FROM memory_rank AS r JOIN memory AS m ON m.number = r.memory WHERE r.weight = 0.5"
    assert set(group.members) <= {
        row["id"] for row in full.reading("project", lambda c, _: c.execute(weighed).fetchall())
    }


def test_a_dry_run_says_the_same_and_writes_nothing(full: Memories) -> None:
    database = full.databases()[0]
    before = state(database)
    foreseen = rehearse(full, STEPS, lambda ids: captured_grades(full, ids))
    assert state(database) == before
    assert run(full).changed == foreseen.changed


def test_a_checkpoint_takes_back_what_faded(full: Memories) -> None:
    run(full)
    (checkpoint,) = full.reading("project", lambda c, _: list_checkpoints(c))
    assert checkpoint.name.startswith(CHECKPOINT)
    assert len(full.narrowed(status=MemoryStatus.FADED)) == 1
    full.writing("project", lambda c, place: restore(c, place, checkpoint.name, "ada"))
    assert full.narrowed(status=MemoryStatus.FADED) == ()


@pytest.mark.parametrize("committed", [False, True], ids=["before", "after"])
def test_killed_at_any_transaction_it_ends_where_an_undisturbed_run_ends(
    full: Memories, make_memories: Callable[..., Memories], databases: Callable[[str], Database], tmp_path: Path,
    committed: bool,
) -> None:  # fmt: skip
    source = full.databases()[0]
    source.close()
    copies = copied(source.path, tmp_path)
    undisturbed = make_memories("p1", database=next(copies))
    run(undisturbed)
    expected = state(undisturbed.databases()[0])
    kills = 0
    while True:
        name = next(copies)
        killed = make_memories("p1", database=name)
        try:
            run(killed, Mortal(killed, kills + 1, committed=committed))
        except Killed:
            kills += 1
        else:
            break
        run(killed)
        assert state(databases(name)) == expected, f"killed at transaction {kills}"
    assert kills >= 11


def copied(source: Path, folder: Path) -> Iterator[str]:
    """Names of databases, each a copy of one as it stands."""
    number = 0
    while True:
        number += 1
        name = f"copy{number}"
        shutil.copytree(source.parent, folder / name)
        yield name


def test_an_interrupted_pass_goes_on_with_the_step_that_did_not_end(full: Memories) -> None:
    ran: list[str] = []

    def noted(name: str) -> Step:
        def do(step: StepRun) -> int:
            ran.append(name) if step.scope == "project" else None
            return 1

        return Step(name, do)

    def broken(_: StepRun) -> int:
        raise Killed

    steps = (noted("first"), Step("second", broken), noted("third"))
    grading = lambda ids: captured_grades(full, ids)  # noqa: E731 - as it is wired
    with pytest.raises(Killed):
        consolidate(full, steps, grading)
    begun = full.reading("project", pass_of_today)
    assert begun is not None
    assert (begun.ended, begun.steps, begun.done) == (False, {"first": 1}, {"first"})
    assert full.reading("project", last_pass) is None
    consolidate(full, (steps[0], noted("second"), steps[2]), grading)
    assert ran == ["first", "second", "third"]
    consolidate(full, steps[:1], grading)
    assert ran[3:] == ["first"], "a pass that ended begins again"


def test_a_step_for_the_whole_project_runs_once(full: Memories) -> None:
    stored(full, "I like short lines.", scope="user", author="ada", origin=Origin.PERSON)
    scopes: list[str] = []
    steps = (
        Step("each", lambda run: scopes.append(run.scope) or 0),
        unscoped("once", lambda run: scopes.append("once") or 0),
    )
    consolidate(full, steps, lambda ids: captured_grades(full, ids))
    assert scopes == ["project", "once", "user"]


def test_a_pass_that_is_told_to_stop_is_not_done(full: Memories) -> None:
    report = run(full, stop=lambda: True)
    assert (report.ended, report.total) == (False, 0)
    assert full.reading("project", last_pass) is None
