"""What time does to handoffs while a process, or the whole machine, has a clock that is set wrong."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.model.clock import iso, system_clock
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.handoff import LEASE, HandoffContext, HandoffState
from scrubjay_agents.handoffs.passing import Now, Reading, Running, steady_moment
from scrubjay_agents.handoffs.settling import machine_uptime
from scrubjay_agents.handoffs.store import HandoffStore
from tests.fakes import MachineClock
from tests.shared.scrubjay_agents.handoffs.test_store_machine import PERSON

START = datetime(2026, 3, 1, tzinfo=UTC)
TARGETS = ("branch:main",)
WEEK = timedelta(days=7)

Process = Callable[[MachineClock], HandoffStore]


@pytest.fixture
def process(tmp_path: Path) -> Process:
    def start(clock: MachineClock) -> HandoffStore:
        database = Database(tmp_path / "session.db", "session")
        return HandoffStore(database, clock, AgentAudit(database, clock), grown=lambda _: None)

    return start


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(-(10**9), 10**9))))
def test_while_a_machine_runs_nothing_but_what_passes_counts(steps: list[tuple[int, int]]) -> None:
    last, now, ran = Reading(START, Running("boot")), Now(iso(START), iso(START)), 0
    for passes, ahead in steps:
        ran += passes
        reading = Reading(START + timedelta(seconds=ran + ahead), Running("boot", ran))
        now, last = steady_moment(now.steady, last, reading), reading
        assert now == Now(iso(START + timedelta(seconds=ran)), iso(reading.wall))


@pytest.mark.parametrize("boots", [("a", "b"), ("", "")])
@pytest.mark.parametrize(("hours", "counted"), [(9, 9), (0, 0), (-9, 0)])
def test_across_its_starts_the_wall_clock_tells(boots: tuple[str, str], hours: int, counted: int) -> None:
    last, reading = (
        Reading(START + timedelta(hours=h), Running(boot, 5)) for h, boot in zip((0, hours), boots, strict=True)
    )
    assert steady_moment(iso(START), last, reading).steady == iso(START + timedelta(hours=counted))


@pytest.mark.parametrize("wrong", [timedelta(minutes=31), timedelta(days=40), timedelta(days=-40)])
def test_a_process_with_a_wrong_clock_neither_ends_nor_keeps_anything(process: Process, wrong: timedelta) -> None:
    clock, other = MachineClock(), MachineClock(MachineClock().now + wrong)
    right, false = process(clock), process(other)
    taken, waits, ended = (right.add(PERSON, TARGETS[0], HandoffContext(task_description="t"), WEEK) for _ in range(3))
    right.accept(PERSON, taken.id, TARGETS)
    right.cancel(PERSON, ended.id)
    late = false.add(PERSON, TARGETS[0], HandoffContext(task_description="t"), WEEK)
    false.renew(PERSON.session)
    states = {one.id: one.state for one in right.listed(PERSON, (), 9)}
    assert states == {
        taken.id: HandoffState.ACCEPTED, waits.id: HandoffState.PENDING, ended.id: HandoffState.CANCELLED,
        late.id: HandoffState.PENDING,
    }  # fmt: skip
    clock.passes(LEASE)
    assert right.open_counts() == (3, 0)
    again = right.add(PERSON, TARGETS[0], HandoffContext(task_description="t"), WEEK)
    assert again.created_at == iso(clock.now)
    clock.passes(WEEK - LEASE)
    assert right.open_counts() == (1, 0)


def test_this_machine_tells_for_how_long_it_has_run() -> None:
    told = machine_uptime(system_clock)
    assert bool(told.boot) == bool(told.seconds)
    assert machine_uptime(lambda: START) == Running()
