"""What changed in one store is brought to another: the same however often it was interrupted or repeated."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.app import App
from scrubjay.backends.backend import ChangedRecords, StoredRecord, WriteOutcome, WriteReceipt
from scrubjay.backends.export import ExportBackend
from scrubjay.backends.replay import replay_writes
from scrubjay.backends.routed import RoutedBackend
from scrubjay.errors import BackendDown, UsageError
from scrubjay.memories import RememberRequest, Stored
from scrubjay.memories.exchange import read_file
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from tests.conftest import Repo


def record(number: int, content: str = "", status: str = "active") -> StoredRecord:
    return StoredRecord(
        id=f"{number:032x}", kind="fact", content=content or f"Nest {number} holds acorns.", status=status,
        recorded_at=f"2026-03-01T12:00:{number:02}Z", tags=("nests",), author="anna",
    )  # fmt: skip


class Failing:
    """A store that fails at some of its writes: before, or after it kept the record."""

    def __init__(self, inner: ExportBackend, failures: Iterator[str]) -> None:
        self.name = inner.name
        self._inner = inner
        self._failures = failures

    def write(self, record: StoredRecord) -> WriteReceipt:
        failure = next(self._failures, "")
        if failure == "before":
            raise ConnectionResetError("gone")
        receipt = self._inner.write(record)
        if failure == "after":
            raise ConnectionResetError("gone")
        return receipt

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)


def state(store: ExportBackend) -> dict[str, StoredRecord]:
    return {one.id: one for one in store.since("", 1_000).records}


changes = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from(["active", "superseded", "retracted"])), min_size=1, max_size=12
)


@settings(max_examples=25)
@given(changes, st.lists(st.sampled_from(["", "", "before", "after"]), max_size=20), st.integers(1, 4), st.booleans())
def test_any_interruption_and_any_repetition_end_in_the_same_state(
    changed: list[tuple[int, str]], failures: list[str], page: int, keeps: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, plain, target = (ExportBackend(Path(folder, f"{name}.jsonl")) for name in ("source", "plain", "target"))
        for number, status in changed:
            source.write(record(number, status=status))
        replay_writes(source, plain)
        failing, position = Failing(target, iter(failures)), ""
        for _ in range(len(failures) + 1):
            reached: list[str] = []
            try:
                replay_writes(source, failing, position, reached=reached.append, page=page)  # type: ignore[arg-type]
                break
            except BackendDown:
                pass
            position = reached[-1] if reached and keeps else position
        assert state(target) == state(plain) == state(source)
        again = replay_writes(source, target)
        assert state(target) == state(plain)
        assert again.records == len(source.since("", 1_000).records)


def test_a_line_that_a_crash_tore_is_dropped_and_written_again(tmp_path: Path) -> None:
    source, target = ExportBackend(tmp_path / "source.jsonl"), ExportBackend(tmp_path / "target.jsonl")
    for number in range(3):
        source.write(record(number))
    replay_writes(source, target)
    whole = (tmp_path / "target.jsonl").read_bytes()
    for cut in range(len(whole) - 1, len(whole) - 400, -57):
        (tmp_path / "target.jsonl").write_bytes(whole[:cut])
        assert replay_writes(source, ExportBackend(tmp_path / "target.jsonl")).counts["stored"] == 1
        assert (tmp_path / "target.jsonl").read_bytes() == whole


def test_what_was_forgotten_leaves_no_words_in_the_file(tmp_path: Path) -> None:
    store = ExportBackend(tmp_path / "e.jsonl")
    store.write(record(1, "The key hangs behind the third door."))
    store.write(record(2))
    store.write(replace(record(1), content="", status="forgotten", tags=()))
    assert "third door" not in (tmp_path / "e.jsonl").read_text()
    assert store.search("third door key", 5).found == ()
    assert [one.id for one in ExportBackend(tmp_path / "e.jsonl").since("").records] == [
        record(1).id, record(2).id, record(1).id,
    ]  # fmt: skip


def test_the_file_is_one_that_import_reads(tmp_path: Path) -> None:
    store = ExportBackend(tmp_path / "e.jsonl")
    store.write(record(1))
    scope, lines, sealed, *_ = read_file((tmp_path / "e.jsonl").read_text().splitlines(), b"")
    assert (scope, [line["memory"]["content"] for line in lines], sealed) == (
        "project",
        ["Nest 1 holds acorns."],
        False,
    )


def test_a_file_that_is_no_export_is_left_alone(tmp_path: Path) -> None:
    for text in (
        "not JSON\n",
        '{"a": 1}\n',
        '{"scrubjay": "memories", "version": 2, "scope": "project"}\n{"memory": {}}\n',
    ):
        file = tmp_path / "e.jsonl"
        file.write_text(text)
        with pytest.raises(BackendDown):
            ExportBackend(file).write(record(1))
        assert file.read_text() == text
    with pytest.raises(BackendDown, match="can't be written"):
        ExportBackend(tmp_path / "none" / "e.jsonl").write(record(1))


def test_another_scope_is_refused_and_named_in_the_report(tmp_path: Path) -> None:
    source = ExportBackend(tmp_path / "own.jsonl", scope="user")
    source.write(replace(record(1), scope="user"))
    report = replay_writes(source, ExportBackend(tmp_path / "e.jsonl"))
    assert (report.records, report.counts) == (1, {WriteOutcome.REFUSED: 1})
    assert "holds the scope project" in report.refused[0]


def test_stores_by_scope_are_replayed_one_after_the_other(tmp_path: Path) -> None:
    mine = {scope: ExportBackend(tmp_path / f"{scope}.jsonl", scope=scope) for scope in ("project", "user")}
    for number in range(5):
        mine["project"].write(record(number))
    mine["user"].write(replace(record(7), scope="user"))
    routed = RoutedBackend(mine)
    copies = {scope: ExportBackend(tmp_path / f"copy-{scope}.jsonl", scope=scope) for scope in mine}
    report = replay_writes(routed, RoutedBackend(copies), page=2)
    assert report.counts == {WriteOutcome.STORED: 6}
    assert replay_writes(routed, RoutedBackend(copies), report.position).records == 0


def test_a_store_that_gives_one_position_for_ever_is_refused(tmp_path: Path) -> None:
    class Stuck(ExportBackend):
        def since(self, position: str, limit: int = 100) -> ChangedRecords:
            return ChangedRecords(records=(record(1),), position="7", more=True)

    with pytest.raises(UsageError, match="twice"):
        replay_writes(Stuck(tmp_path / "s.jsonl"), ExportBackend(tmp_path / "e.jsonl"))


def test_a_position_of_another_store_is_refused(tmp_path: Path) -> None:
    store = ExportBackend(tmp_path / "e.jsonl")
    for position in ("x", "-1", "²"):
        with pytest.raises(UsageError, match="no position"):
            store.since(position)
    with pytest.raises(UsageError, match="itself"):
        replay_writes(store, store)


def test_a_home_is_replayed_into_a_file_and_into_another_home_as_an_agents_claims(
    app: App, repo: Repo, tmp_path: Path
) -> None:
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    at = app.initialise(repo.path)
    told = at.memories.remember(
        RememberRequest(
            content="Parcels above 30 kg take the lift.", origin=Origin.PERSON, act=Act.TYPED, author="anna"
        )
    )
    assert isinstance(told, Stored)
    file = ExportBackend(tmp_path / "e.jsonl")
    home = at.as_backend()
    report = replay_writes(home, file)
    assert report.counts == {WriteOutcome.STORED: 1}
    assert [one.record.id for one in home.search("parcels lift", 5).found] == [told.id]
    assert replay_writes(file, home).counts == {WriteOutcome.KNOWN: 1}
    file.write(record(9, "The van of gate nine leaves at seven."))
    for _ in range(2):
        replay_writes(file, home)
    (brought,) = [memory for memory in at.memories.recent(10) if memory.id != told.id]
    grades = at.grades.grades_only([brought.id], at.documents.view())
    assert (brought.content, grades[brought.id]) == ("The van of gate nine leaves at seven.", Grade.SAID)
    at.memories.forget(told.id, "anna", authority=True)
    replay_writes(home, file, report.position)
    assert "30 kg" not in (tmp_path / "e.jsonl").read_text()
