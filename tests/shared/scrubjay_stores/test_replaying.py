"""The law of a replay: each memory is there once in the end, whatever failed on the way, and all are accounted for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import UsageError
from scrubjay.extensions.testing.stores import check_memory_backend
from scrubjay.model.stored import StoredMemory
from scrubjay_stores.replaying import ENDED, OLDER, Replay, ReplayReport
from tests.shared.scrubjay_stores.conftest import MemoryStore, memory


def replayed(source: MemoryStore, target: MemoryStore, since: str = "", *, dry_run: bool = False) -> ReplayReport:
    replay = Replay(source, target, since)
    assert sum(1 for _ in replay.steps(dry_run=dry_run)) == replay.report.counts.total()
    return replay.report


def keys(store: MemoryStore) -> list[str]:
    return sorted(one.key for one in store.held)


def test_the_store_of_these_tests_keeps_the_promises() -> None:
    check_memory_backend(MemoryStore("left", [memory(n) for n in range(7)]))


@given(
    st.integers(0, 20),
    st.lists(st.dictionaries(st.integers(0, 20), st.booleans(), max_size=3), max_size=4),
    st.booleans(),
)
def test_interrupted_and_resumed_loses_and_doubles_nothing(
    number: int, runs: list[dict[int, bool]], from_cursor: bool
) -> None:
    source = MemoryStore("left", [memory(n) for n in range(number)])
    target = MemoryStore("right")
    since = ""
    for fails in runs:
        target.fails, target.calls = fails, 0
        report = replayed(source, target, since)
        since = report.cursor if from_cursor else ""
    target.fails = {}
    last = replayed(source, target, since)
    assert not last.stopped
    assert keys(target) == keys(source)
    again = replayed(source, target)
    assert again.counts == Counter({"known": number} if number else {})
    assert keys(target) == keys(source)


@given(st.integers(1, 8))
def test_what_came_from_a_store_goes_back_to_none(number: int) -> None:
    left, right = MemoryStore("left", [memory(n) for n in range(number)]), MemoryStore("right")
    replayed(left, right)
    assert replayed(right, left).counts == {"known": number}
    assert len(left.held) == number


def test_what_changed_there_is_not_written_over() -> None:
    left, right = (
        MemoryStore("left", [memory(1)]),
        MemoryStore("right", [memory(9, key="k1", text="Shelf 1 is empty.")]),
    )
    assert replayed(left, right).counts == {"known": 1}
    assert [one.text for one in right.held] == ["Shelf 1 is empty."]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"holds": False}, ENDED),
        ({"date": "2026-10-31T23:59:59Z"}, OLDER),
        ({"text": ""}, "longer than a memory may be, or empty"),
    ],
)
def test_what_is_left_is_counted_with_the_reason(fields: dict[str, object], why: str) -> None:
    left, right = (
        MemoryStore("left", [memory(1, **fields), memory(2, date="2026-11-01T00:00:00Z")]),
        MemoryStore("right"),
    )
    report = replayed(left, right, "2026-11-01")
    assert (report.counts, report.reasons) == ({"left": 1, "stored": 1}, {why: 1})
    assert keys(right) == ["k2"]


def test_what_isnt_carried_over_is_counted_once_for_each_that_came() -> None:
    told: list[StoredMemory] = [memory(n, told=True, author="anna", tags=("shelf",)) for n in range(4)]
    right = MemoryStore("right", [memory(0)])
    right.carries = frozenset({"tags"})
    assert replayed(MemoryStore("left", told), right).lost == {"told": 3, "author": 3}


def test_a_dry_run_writes_nothing_and_knows_what_is_there() -> None:
    left, right = MemoryStore("left", [memory(n) for n in range(5)]), MemoryStore("right", [memory(3)])
    assert replayed(left, right, dry_run=True).counts == {"new": 4, "known": 1}
    assert keys(right) == ["k3"]


def test_a_failure_is_told_by_name_and_the_cursor_stays_before_it() -> None:
    left, right = MemoryStore("left", [memory(n) for n in range(7)]), MemoryStore("right")
    right.fails = {4: False}
    report = replayed(left, right)
    assert report.stopped == "right doesn't answer."
    assert (report.cursor, report.counts) == ("3", {"stored": 4})


def test_one_store_or_one_that_is_only_read_is_refused() -> None:
    left, right = MemoryStore("left"), MemoryStore("right")
    right.read_only = True
    with pytest.raises(UsageError, match="one store"):
        Replay(left, left)
    with pytest.raises(UsageError, match="only read"):
        Replay(left, right)
