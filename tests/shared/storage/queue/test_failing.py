"""Failing steps: each counts by itself, waits longer each time, and only success takes its count back."""

import errno
from datetime import timedelta
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.model.disk import REFUSED
from scrubjay.storage.database import Database
from scrubjay.storage.queue.job import BACK_OFF_S, MOST_ATTEMPTS, REST_S, Job
from scrubjay.storage.queue.jobs import JobQueue
from tests.fakes import MovingClock

from .conftest import PROJECT

HERE = Path("/r")


def claimed(queue: JobQueue) -> Job:
    queue.enqueue(PROJECT, HERE, "ingest", "search")
    job = queue.claim()
    assert job is not None
    return job


def test_each_failure_waits_longer_and_the_last_ones_an_hour(queue: JobQueue, moving: MovingClock) -> None:
    job = claimed(queue)
    waits = [
        (queue.steps.failed(job, "text", "disk full").due - moving()).total_seconds() for _ in range(MOST_ATTEMPTS + 1)
    ]
    assert waits == [*BACK_OFF_S, REST_S, REST_S]
    (step,) = queue.steps.failing()
    assert (step.attempts, step.given_up, step.error) == (MOST_ATTEMPTS + 1, True, "disk full")
    assert queue.steps.retry_in(job, frozenset({"text"})) is None


def test_a_search_that_asks_for_the_work_takes_no_count_back(queue: JobQueue) -> None:
    for count in range(1, MOST_ATTEMPTS + 1):
        job = claimed(queue)
        assert queue.steps.failed(job, "text", f"error {count}").attempts == count
        queue.complete(job)
    assert [step.given_up for step in queue.steps.failing()] == [True]


def test_want_of_room_is_never_given_up(queue: JobQueue) -> None:
    job = claimed(queue)
    for _ in range(MOST_ATTEMPTS + 1):
        step = queue.steps.failed(job, "text", f"knowledge.db: {REFUSED[errno.ENOSPC]}")
    assert not step.given_up
    assert queue.steps.retry_in(job, frozenset({"text"})) == REST_S


def test_one_step_says_nothing_of_another(queue: JobQueue, moving: MovingClock) -> None:
    job = claimed(queue)
    queue.steps.failed(job, "text", "a")
    moving.now += timedelta(seconds=0.5)
    queue.steps.failed(job, "commits", "b")
    assert queue.steps.retry_in(job, frozenset({"text", "commits"})) == 0.5
    assert queue.steps.retry_in(job, frozenset({"briefing"})) is None
    queue.steps.succeeded(job, "text")
    assert [step.name for step in queue.steps.failing()] == ["commits"]


def test_doctor_s_repair_tries_at_once_and_keeps_the_count(queue: JobQueue) -> None:
    job = claimed(queue)
    for _ in range(MOST_ATTEMPTS):
        step = queue.steps.failed(job, "text", "disk full")
    assert queue.steps.is_backing_off(step)
    queue.retry_failed()
    (step,) = queue.steps.failing()
    assert (queue.steps.is_backing_off(step), step.attempts) == (False, MOST_ATTEMPTS)


def test_forgetting_a_project_forgets_what_failed_there(queue: JobQueue, database: Database) -> None:
    queue.steps.failed(claimed(queue), "text", "disk full")
    database.write(lambda c: c.execute("DELETE FROM project"))
    assert queue.steps.failing() == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["fail", "work", "ask", "wait", "repair"]), max_size=20))
def test_the_count_is_that_of_the_failures_since_it_worked_last(
    queue: JobQueue, moving: MovingClock, done: list[str]
) -> None:
    job = claimed(queue)
    queue.steps.succeeded(job, "text")
    expected = 0
    for what in done:
        match what:
            case "fail":
                queue.steps.failed(job, "text", "x")
                expected += 1
            case "work":
                queue.steps.succeeded(job, "text")
                expected = 0
            case "ask":
                queue.enqueue(PROJECT, HERE, "ingest", "search")
            case "wait":
                moving.now += timedelta(seconds=100)
            case _:
                queue.retry_failed()
        assert [step.attempts for step in queue.steps.failing()] == ([expected] if expected else [])
    queue.complete(job)
