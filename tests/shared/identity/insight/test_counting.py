"""Events are counted in memory and added to the daily sums in batches: nothing doubled, no answer held up."""

import threading
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.identity.insight.counting import MOST, EventCounts
from scrubjay.identity.insight.events import Event, Key, Measure, duration_event, key_of, told_events
from scrubjay.identity.insight.store import DAYS_KEPT, add_now, sums_since
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
FOUND = Event(Measure.HOW, "hybrid")


class Timer(threading.Timer):
    """One whose time comes when a test says so."""

    def start(self) -> None:
        """Wait."""


def timer(pause_s: float, fire: Callable[[], None]) -> threading.Timer:
    return Timer(pause_s, fire)


def counts(file: Path, *, at: datetime = NOON, keep: bool = True) -> EventCounts:
    return EventCounts(file, lambda: at, keep=keep, timer=timer)


def sums(file: Path) -> dict[Key, int]:
    with Database(file, "session") as database:
        return database.read(lambda c: sums_since(c, ""))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    Database(tmp_path / "session.db", "session").open().close()
    return tmp_path / "session.db"


EVENTS = st.lists(
    st.tuples(
        st.sampled_from([FOUND, Event(Measure.FIT, "weak"), duration_event("search", 7.5), *told_events("hook", 400)]),
        st.integers(0, 2),
        st.booleans(),
    ),
    max_size=30,
)
"""Events, each with the process that counts it, and whether that one writes then."""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(EVENTS)
def test_any_split_into_processes_and_batches_gives_the_same_sums(
    tmp_path_factory: pytest.TempPathFactory, events: list[tuple[Event, int, bool]]
) -> None:
    file = tmp_path_factory.mktemp("split") / "session.db"
    Database(file, "session").open().close()
    processes = [counts(file) for _ in range(3)]
    for event, process, writes in events:
        processes[process].count(event)
        if writes:
            processes[process].flush()
    for each in processes:
        each.flush()
    whole: Counter[Key] = Counter()
    for event, *_ in events:
        whole[key_of("2026-03-01", event)] += event.number
    assert sums(file) == dict(whole)


def test_nothing_is_written_before_the_pause_is_over_and_then_once(file: Path) -> None:
    counting = counts(file)
    counting.count(FOUND, FOUND)
    assert sums(file) == {}
    counting.flush()
    counting.flush()
    assert sums(file) == {("2026-03-01", "search_how", "hybrid", 0): 2}


def test_switched_off_it_counts_nothing(file: Path) -> None:
    counting = counts(file, keep=False)
    counting.count(FOUND)
    counting.flush()
    assert sums(file) == {}


def test_a_locked_database_gets_the_sums_with_the_next_batch(file: Path) -> None:
    counting = counts(file)
    counting.count(FOUND)
    with Database(file, "session") as other:
        other.write(lambda _: counting.flush())
    assert sums(file) == {}
    counting.count(FOUND)
    counting.flush()
    assert sums(file) == {("2026-03-01", "search_how", "hybrid", 0): 2}


def test_what_is_too_much_to_hold_is_dropped_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "project" / "session.db"
    counting = counts(file)
    for number in range(MOST + 3):
        counting.count(Event(Measure.HOW, "hybrid", bucket=number))
    counting.flush()  # there is no folder yet
    file.parent.mkdir()
    counting.flush()
    found = sums(file)
    assert len(found) == MOST + 1
    assert found["2026-03-01", "lost", "sums", 0] == 3


def test_the_file_of_a_forgotten_project_does_not_come_back(tmp_path: Path) -> None:
    counting = counts(tmp_path / "gone" / "session.db")
    counting.count(FOUND)
    counting.flush()
    assert not (tmp_path / "gone").exists()


def test_days_beyond_the_kept_ones_are_dropped(file: Path) -> None:
    for days in (0, 1, DAYS_KEPT - 1, DAYS_KEPT):
        counting = counts(file, at=NOON + timedelta(days=days))
        counting.count(FOUND)
        counting.flush()
    assert [day for day, *_ in sums(file)] == [
        (NOON + timedelta(days=days)).date().isoformat() for days in (1, DAYS_KEPT - 1, DAYS_KEPT)
    ]


def test_a_hook_adds_in_the_transaction_that_notes_what_it_told(file: Path) -> None:
    def failing(connection: Connection) -> None:
        add_now(connection, "2026-03-01", told_events("hint", 40))
        raise ZeroDivisionError

    with Database(file, "session") as database:
        database.write(lambda c: add_now(c, "2026-03-01", told_events("hint", 40)))
        with pytest.raises(ZeroDivisionError):
            database.write(failing)
    assert sums(file)["2026-03-01", "told_tokens", "hint", 0] == 10
