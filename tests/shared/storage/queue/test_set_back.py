"""The clock is set back, and forth: no job and no step waits longer than its back-off, as the clock goes from there."""

from datetime import timedelta
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.storage.queue.job import BACK_OFF_S, LONGEST_WAIT_S, MOST_ATTEMPTS, REST_S, Job
from scrubjay.storage.queue.jobs import JobQueue
from tests.fakes import MovingClock

from .conftest import PROJECT

HERE = Path("/r")
DAY_S = 86_400.0

JUMPS = st.lists(st.sampled_from([-3650 * DAY_S, -DAY_S, -3600.0, -1.0, 0.5, 30.0, DAY_S]), max_size=6)
COMMON = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)


def claimed(queue: JobQueue) -> Job:
    queue.enqueue(PROJECT, HERE, "ingest", "search")
    job = queue.claim()
    assert job is not None
    return job


@COMMON
@given(jumps=JUMPS, wait=st.floats(0, LONGEST_WAIT_S))
def test_a_job_is_due_within_the_longest_wait_from_whenever_somebody_looks(
    queue: JobQueue, moving: MovingClock, jumps: list[float], wait: float
) -> None:
    queue.postpone(claimed(queue), wait)
    left: float | None = 0.0
    for jump in (*jumps, 0.0):
        moving.now += timedelta(seconds=jump)
        left = queue.due_in()
        assert left is not None
        assert left <= LONGEST_WAIT_S
        assert (left > 0) == (not queue.others_are_due(PROJECT))
    assert left is not None
    moving.now += timedelta(seconds=left + 0.001)  # moments are kept to the millisecond
    job = queue.claim()
    assert job is not None
    queue.complete(job)


@COMMON
@given(jumps=JUMPS)
def test_what_was_given_up_is_tried_at_once_or_within_an_hour(
    queue: JobQueue, moving: MovingClock, jumps: list[float]
) -> None:
    for _ in range(MOST_ATTEMPTS):
        claimed(queue)
        queue.reset()
    moving.now += timedelta(seconds=sum(jumps))
    job = queue.claim()
    if job is None:
        moving.now += timedelta(seconds=REST_S)
        job = queue.claim()
    assert job is not None
    queue.complete(job)


@COMMON
@given(jumps=JUMPS, failures=st.integers(1, MOST_ATTEMPTS + 1))
def test_a_step_rests_as_long_as_its_failures_say_at_most(
    queue: JobQueue, moving: MovingClock, jumps: list[float], failures: int
) -> None:
    job = claimed(queue)
    for _ in range(failures):
        queue.steps.failed(job, "text", "disk full")
    for jump in jumps:
        moving.now += timedelta(seconds=jump)
        left = queue.steps.retry_in(job, frozenset({"text"}))
        assert (left is None) == (failures >= MOST_ATTEMPTS)
        assert left is None or left <= BACK_OFF_S[failures - 1]
    (step,) = queue.steps.failing()
    if queue.steps.is_backing_off(step):
        moving.now += timedelta(seconds=REST_S if failures >= MOST_ATTEMPTS else BACK_OFF_S[failures - 1])
    assert not queue.steps.is_backing_off(step)
    queue.steps.succeeded(job, "text")
    queue.complete(job)
