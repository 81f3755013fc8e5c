"""Several stores as one: fused by rank, bounded in time, honest about who took no part, and written by one."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.backends.backend import (
    BackendAnswer,
    ChangedRecords,
    FoundRecord,
    MemoryBackend,
    StoredRecord,
    WriteOutcome,
    WriteReceipt,
)
from scrubjay.backends.composite import CompositeBackend
from scrubjay.backends.export import ExportBackend
from scrubjay.backends.fusing import fuse
from scrubjay.backends.routed import RoutedBackend
from scrubjay.errors import BackendDown, UsageError

LONG = 60.0


def record(id: str, content: str = "", at: str = "2026-03-01T12:00:00Z", **more: str) -> StoredRecord:
    return StoredRecord(id=id * 32, kind="fact", content=content or f"Nest {id} holds acorns.", recorded_at=at, **more)  # type: ignore[arg-type]


def found(*records: StoredRecord, by: str = "x") -> tuple[FoundRecord, ...]:
    return tuple(FoundRecord(record=one, backend=by) for one in records)


@dataclass
class Team:
    """A store of somebody else's, which answers what a test says, or when it says so."""

    name: str = "team"
    answer: BackendAnswer = field(default_factory=BackendAnswer)
    meanwhile: Callable[[], object] = lambda: None
    kept: list[StoredRecord] = field(default_factory=list)

    def search(self, query: str, limit: int, scope: str = "") -> BackendAnswer:
        self.meanwhile()
        return self.answer

    def get(self, id: str) -> StoredRecord | None:
        self.meanwhile()
        return next((one for one in self.kept if one.id == id), None)

    def write(self, record: StoredRecord) -> WriteReceipt:
        self.meanwhile()
        self.kept.append(record)
        return WriteReceipt(WriteOutcome.STORED)

    def since(self, position: str, limit: int = 100) -> ChangedRecords:
        return ChangedRecords(position=position)


def down() -> None:
    raise ConnectionRefusedError("connection refused")


def test_the_protocol_is_what_the_built_in_stores_offer(tmp_path: Path) -> None:
    export, team = ExportBackend(tmp_path / "e.jsonl"), Team()
    for store in (export, team, CompositeBackend([export], "e.jsonl"), RoutedBackend({"project": export})):
        assert isinstance(store, MemoryBackend)


def test_what_two_stores_have_comes_first_and_once() -> None:
    a, b, c = record("a"), record("b"), record("c")
    answers = [("home", found(a, b, by="home")), ("team", found(c, b, by="team"))]
    assert [(one.record.id[0], one.backend) for one in fuse(answers, 9)] == [
        ("b", "home"),
        ("a", "home"),
        ("c", "team"),
    ]
    same = record("d", "  nest B holds acorns. ")
    assert [one.record.id[0] for one in fuse([("home", found(b)), ("team", found(same))], 9)] == ["b"]


def test_a_tie_goes_to_the_newer_then_to_the_first_store() -> None:
    old, new = record("a"), record("b", at="2026-03-02T12:00:00Z")
    assert [one.record.id[0] for one in fuse([("home", found(old)), ("team", found(new))], 9)] == ["b", "a"]
    assert [one.record.id[0] for one in fuse([("home", found(old)), ("team", found(record("c")))], 9)] == ["a", "c"]


@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=3), st.integers(1, 6))
def test_fusion_shows_each_record_once_within_the_limit_and_ignores_scores(ranked: list[list[str]], limit: int) -> None:
    answers = [(f"store {n}", found(*map(record, ids))) for n, ids in enumerate(ranked)]
    fused = fuse(answers, limit)
    ids = [one.record.id for one in fused]
    assert len(ids) == len(set(ids)) == min(limit, len({id for some in ranked for id in some}))
    assert [one.score for one in fused] == sorted((one.score for one in fused), reverse=True)


def test_a_store_that_is_down_or_late_is_named_and_the_others_answer() -> None:
    released = threading.Event()
    home = Team("home", BackendAnswer(found=found(record("a"), by="home")))
    slow = Team("slow", meanwhile=lambda: released.wait(LONG))
    together = CompositeBackend([home, Team(meanwhile=down), slow], "home", deadline_s=2.0)
    answer = together.search("nest", 5)
    assert [one.record.id[0] for one in answer.found] == ["a"]
    assert answer.degraded == ("team: down (connection refused)", "slow: gave no answer within 2 s")
    assert "slow: still busy with an earlier question" in together.search("nest", 5).degraded
    released.set()


def test_what_a_store_says_of_itself_is_passed_on() -> None:
    inner = Team("inner", BackendAnswer(degraded=("no vectors",)))
    assert CompositeBackend([inner], "inner", deadline_s=LONG).search("nest", 5).degraded == ("inner: no vectors",)


def test_nothing_is_saved_where_the_writer_is_down_and_no_other_takes_its_place() -> None:
    home = Team("home")
    together = CompositeBackend([home, Team(meanwhile=down)], "team", deadline_s=LONG)
    with pytest.raises(BackendDown, match="Nothing was saved: the store 'team'"):
        together.write(record("a"))
    assert home.kept == []


def test_a_memory_is_not_called_missing_while_a_store_cannot_be_asked() -> None:
    home, team = Team("home", kept=[record("a")]), Team(meanwhile=down)
    together = CompositeBackend([home, team], "home", deadline_s=LONG)
    assert together.get("a" * 32) == record("a")
    with pytest.raises(BackendDown, match="is not known: team: down"):
        together.get("b" * 32)


def test_each_scope_has_its_store_and_another_is_refused() -> None:
    project, own = Team("project"), Team("own")
    routed = RoutedBackend({"project": project, "user": own}, deadline_s=LONG)
    routed.write(record("a"))
    routed.write(record("b", scope="user"))
    assert ([one.id[0] for one in project.kept], [one.id[0] for one in own.kept]) == (["a"], ["b"])
    assert routed.get("b" * 32) is not None
    with pytest.raises(UsageError, match="No store holds the scope 'team'"):
        routed.write(record("c", scope="team"))


def test_names_and_writers_are_checked_at_once() -> None:
    with pytest.raises(UsageError, match="one name"):
        CompositeBackend([Team(), Team()], "team")
    with pytest.raises(UsageError, match="No store is called 'other'"):
        CompositeBackend([Team()], "other")
    with pytest.raises(UsageError, match="No store was given"):
        RoutedBackend({})
