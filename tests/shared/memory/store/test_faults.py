"""Whatever breaks while memories change: nothing is approved, nothing is half-written, and the caller is told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import StorageError
from scrubjay.identity.audit import CrossScopeReads, verify_chain
from scrubjay.memory.lifecycle.archive import MemoryArchive
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.lifecycle.upkeep import fade
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus, PlaceKind, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change, MemoryStatus, Stored
from scrubjay.storage.database import Database
from scrubjay.storage.driver import OperationalError
from tests.shared.memory.conftest import (
    BY_HAND,
    Characters,
    EveryBranch,
    Grounding,
    Hands,
    captured_grades,
    said,
    stored,
)

OLD = "The limit is 10 requests."


class Fragile:
    """A connection whose statements fail from the n-th on; none while `left` is negative."""

    def __init__(self, connection: Any, fault: "FailingDatabase") -> None:
        self._connection, self._fault = connection, fault

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, *asked: Any) -> Any:
        self._fault.step()
        return self._connection.execute(*asked)

    def executemany(self, *asked: Any) -> Any:
        self._fault.step()
        return self._connection.executemany(*asked)


class FailingDatabase(Database):
    """A real database; `left` statements of writes still work."""

    left = -1

    def step(self) -> None:
        if self.left == 0:
            raise OperationalError("disk I/O error")
        self.left -= self.left > 0

    def write(self, work: Callable[[Any], Any]) -> Any:
        return super().write(lambda connection: work(Fragile(connection, self)))


class Life:
    """A project with something of everything, whose database can be told to fail."""

    def __init__(self, folder: Path, grounding: Grounding, hands: Hands) -> None:
        self.database = FailingDatabase(folder / "p1" / "knowledge.db", "knowledge")
        self.grounding = grounding
        self.memories = Memories(
            MemoryStores(
                project_id="p1",
                project=self.database,
                user=lambda: self.database,
                clock=hands,
                counter=Characters(),
                branches=EveryBranch(),
                user_exists=lambda: False,
                reads=CrossScopeReads(lambda: self.database, hands, "p1", ""),
            ),
            validate=grounding,
            grades=lambda ids: captured_grades(self.memories, ids),
        )
        self.queue = ReviewQueue(self.memories, "ada")
        self.archive = MemoryArchive(self.memories, folder)
        grounding.citations = (
            CitationResult(
                kind=CitationKind.PLACE,
                text="a.md:3",
                target="a.md",
                status=CitationStatus.RESOLVED,
                whole=True,
                path="a.md",
                words="Ten.",
                place=PlaceKind.STATES,
            ),
        )
        self.old = stored(self.memories, OLD, author="ada")
        self.lines = self.archive.export("project", "ada")
        self.archive.create_checkpoint("project", "before", "ada")
        self.other = stored(self.memories, "Letters need a stamp.", author="ada")
        self.unseen = stored(self.memories, "Crates are blue.", author="ada")
        grounding.verdict = Verdict.HELD
        self.one = stored(self.memories, "Parcels weigh up to 30 kg.", author="ada", supersedes=self.other)
        self.two = stored(self.memories, "A parcel has 30 kg at most.", author="ada")
        hands.pass_by(days=40)

    def tables(self) -> dict[str, list[str]]:
        """Every row of every table."""

        def read(connection: Any) -> dict[str, list[str]]:
            names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            return {
                name: sorted(map(repr, map(tuple, connection.execute(f"SELECT * FROM {name}"))))
                for name in names
                if not name.endswith("_fts")  # contentless; its own tables are among these
            }

        return self.database.read(read)


@pytest.fixture
def life(tmp_path: Path, grounding: Grounding, hands: Hands) -> Iterator[Life]:
    lived = Life(tmp_path, grounding, hands)
    yield lived
    lived.database.close()


def take_back(life: Life) -> object:
    lines = [line.replace(life.old, "0" * 31 + "f") for line in life.lines]
    _, found, _, *_ = life.archive.read(lines)
    return life.archive.take_back("project", found, "ada", sealed=True)


WRITES: dict[str, Callable[[Life], object]] = {
    "remember, stored": lambda a: a.memories.remember(
        RememberRequest(content="Vans leave at six.", **BY_HAND, key="k")
    ),
    "remember, held": lambda a: a.memories.remember(RememberRequest(content="Vans leave at seven.")),
    "remember, again": lambda a: a.memories.remember(RememberRequest(content=OLD)),
    "supersede": lambda a: a.memories.update(a.old, RememberRequest(content="20 now.", **BY_HAND), Change.SUPERSEDE),
    "correct": lambda a: a.memories.update(a.old, RememberRequest(content="20 always.", **BY_HAND), Change.CORRECT),
    "extend": lambda a: a.memories.update(a.old, RememberRequest(content="An hour.", **BY_HAND), Change.EXTEND),
    "approve": lambda a: a.memories.approve(a.one, "ada"),
    "reject": lambda a: a.memories.reject(a.one, "ada", "no"),
    "edit": lambda a: a.queue.edit(a.one, "Parcels weigh up to 31 kg."),
    "merge": lambda a: a.queue.merge([a.one, a.two], "A parcel weighs 30 kg at most."),
    "retract": lambda a: a.memories.retract(a.old, "ada", "no", authority=True),
    "invalidate": lambda a: a.memories.invalidate(a.old, "ada", "no", authority=True),
    "fade": lambda a: fade(a.memories, "project", lambda ids: dict.fromkeys(ids, Grade.SAID)),
    "import": take_back,
    "checkpoint": lambda a: a.archive.create_checkpoint("project", "now", "ada"),
    "restore": lambda a: a.archive.restore("project", "before", "ada"),
}


@pytest.mark.parametrize("write", WRITES)
def test_a_database_that_fails_at_any_statement_leaves_everything_as_it_was(life: Life, write: str) -> None:
    before, failures = life.tables(), 0
    for left in range(500):
        life.database.left = left
        try:
            WRITES[write](life)
            break
        except StorageError:
            failures += 1
        life.database.left = -1
        assert life.tables() == before, f"statement {left}"
    assert failures > 1
    life.database.left = -1
    assert life.tables() != before
    report = life.database.read(lambda c: verify_chain(c, life.database.path.parent / "audit"))
    assert report.ok, report.problems


def test_a_bulk_review_that_breaks_decides_on_none(life: Life) -> None:
    life.database.left = 12
    with pytest.raises(StorageError, match="disk I/O error"):
        life.queue.approve([life.one, life.two])
    assert {one.status for one in life.memories.waiting()} == {MemoryStatus.HELD}


def test_forgetting_that_fails_forgets_nothing_and_can_be_asked_for_again(life: Life) -> None:
    before = life.tables()
    life.database.left = 3
    with pytest.raises(StorageError):
        life.memories.forget(life.old, "ada", authority=True)
    life.database.left = -1
    assert life.tables() == before
    life.memories.forget(life.old, "ada", authority=True)
    assert OLD not in repr(life.tables())


def test_a_judgement_that_breaks_stores_nothing(
    databases: Callable[[str], Database], make_memories: Callable[..., Memories], grounding: Grounding
) -> None:
    memories = make_memories("p1")

    def broken() -> None:
        raise StorageError("the judgement broke")

    grounding.meanwhile = broken
    with pytest.raises(StorageError, match="judgement"):
        memories.remember(RememberRequest(content=OLD, **BY_HAND))
    assert said(memories) == []
    assert databases("p1").read(lambda c: c.execute("SELECT count(*) FROM audit").fetchone()[0]) == 0


def test_a_stored_claim_is_acknowledged_although_nothing_more_can_be_done(
    databases: Callable[[str], Database], grounding: Grounding, hands: Hands
) -> None:
    def kept(whole: bool) -> None:
        raise StorageError("no queue")

    memories = Memories(
        MemoryStores(
            project_id="p1",
            project=databases("p1"),
            user=lambda: databases("user"),
            clock=hands,
            counter=Characters(),
            branches=EveryBranch(),
            reads=CrossScopeReads(lambda: databases("user"), hands, "p1", ""),
        ),
        validate=grounding,
        grades=lambda ids: {},
        on_stored=kept,
    )
    assert isinstance(memories.remember(RememberRequest(content=OLD)), Stored)
    assert said(memories) == [OLD]
