"""The queue: one row however often it is asked, nothing lost, nothing tried for ever."""

from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.storage.database import Database
from scrubjay.storage.queue.job import MOST_ATTEMPTS, REST_S
from scrubjay.storage.queue.jobs import JobQueue, QueueCounts
from tests.fakes import MovingClock

from .conftest import PROJECT

HERE = Path("/r")


def ask(queue: JobQueue, worktree: Path = HERE, **more: float) -> bool:
    return queue.enqueue(PROJECT, worktree, "ingest", "post-commit", **more)


def test_a_burst_is_one_job(queue: JobQueue) -> None:
    assert all(ask(queue) for _ in range(50))
    assert queue.counts() == QueueCounts(waiting=1, running=0, given_up=0)
    job = queue.claim()
    assert job is not None
    queue.complete(job)
    assert queue.claim() is None


def test_what_is_asked_for_while_it_runs_runs_once_more(queue: JobQueue) -> None:
    ask(queue)
    first = queue.claim()
    assert first is not None
    ask(queue)
    assert queue.claim() is None
    queue.complete(first)
    second = queue.claim()
    assert second is not None
    queue.complete(second)
    assert queue.counts() == QueueCounts(0, 0, 0)


def written(monkeypatch: pytest.MonkeyPatch, database: Database) -> list[None]:
    """Grows with each write transaction."""
    writes: list[None] = []
    write = database.write
    monkeypatch.setattr(database, "write", lambda work: (writes.append(None), write(work))[1])
    return writes


def test_a_job_that_waits_already_is_not_written_again(
    queue: JobQueue, database: Database, moving: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = written(monkeypatch, database)
    for _ in range(4):
        queue.ask(PROJECT, HERE, "ingest", "remember")
        moving.now += timedelta(seconds=1)
    assert len(writes) == 1
    queue.ask(PROJECT, HERE, "ingest", "search")  # which the log tells
    queue.ask(PROJECT, HERE, "briefing", "search")
    assert len(writes) == 3


def test_what_is_asked_for_once_it_is_claimed_runs_once_more(queue: JobQueue, database: Database) -> None:
    for _ in range(3):
        queue.ask(PROJECT, HERE, "ingest", "remember")
    with Database(database.path, "home") as elsewhere:  # another process
        other = JobQueue(elsewhere, queue._clock)
        first = other.claim()
        assert first is not None
        queue.ask(PROJECT, HERE, "ingest", "remember")
        other.complete(first)
        assert other.claim() is not None
        queue.ask(PROJECT, HERE, "ingest", "remember")
    assert queue.counts().running == 1


def test_what_waits_for_its_delay_is_due_at_once(queue: JobQueue, moving: MovingClock) -> None:
    queue.enqueue(PROJECT, HERE, "ingest", "remember", delay_s=30)
    assert queue.claim() is None
    queue.ask(PROJECT, HERE, "ingest", "remember")
    assert queue.claim() is not None


def test_a_snapshot_of_before_tells_nothing_of_what_waits(queue: JobQueue, database: Database) -> None:
    queue.ask(PROJECT, HERE, "ingest", "remember")
    with database.snapshot():
        assert queue.counts().waiting == 1
        with Database(database.path, "home") as elsewhere:
            claimed = JobQueue(elsewhere, queue._clock).claim()
            assert claimed is not None
            queue.ask(PROJECT, HERE, "ingest", "remember")
            JobQueue(elsewhere, queue._clock).complete(claimed)
    assert queue.claim() is not None


def test_a_project_that_the_home_does_not_know_is_not_queued(queue: JobQueue) -> None:
    assert not queue.enqueue("q" * 32, HERE, "ingest", "post-commit")
    assert queue.jobs() == ()


def test_forgetting_a_project_forgets_its_jobs(queue: JobQueue, database: Database) -> None:
    ask(queue)
    database.write(lambda c: c.execute("DELETE FROM project"))
    assert queue.jobs() == ()


def test_text_goes_before_vectors_and_the_longest_waiting_first(queue: JobQueue, moving: MovingClock) -> None:
    queue.enqueue(PROJECT, HERE, "embed", "x")
    moving.now += timedelta(seconds=1)
    ask(queue, Path("/b"))
    moving.now += timedelta(seconds=1)
    ask(queue, Path("/a"))
    taken = [queue.claim() for _ in range(3)]
    assert [(job.worktree.name, job.kind) for job in taken if job] == [("b", "ingest"), ("a", "ingest"), ("r", "embed")]


def test_projects_take_turns_with_their_vectors(queue: JobQueue, database: Database, moving: MovingClock) -> None:
    other = "q" * 32
    database.write(lambda c: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, 'y', '')", (other,)))
    queue.enqueue(PROJECT, HERE, "embed", "x")
    queue.enqueue(PROJECT, Path("/linked"), "embed", "x")
    first = queue.claim()
    assert first is not None
    assert not queue.others_are_due(PROJECT)  # a worktree of the same project has the same vectors to make
    moving.now += timedelta(seconds=1)
    queue.enqueue(other, Path("/o"), "embed", "x")
    assert queue.others_are_due(PROJECT)
    moving.now += timedelta(seconds=1)
    queue.postpone(first)
    turns = [queue.claim() for _ in range(3)]
    assert [job.worktree.name for job in turns if job] == ["linked", "o", "r"]


def test_claims_of_a_dead_worker_are_open_again(queue: JobQueue) -> None:
    ask(queue)
    assert queue.claim() is not None
    assert queue.claim() is None
    assert queue.reset() == 1
    assert queue.claim() is not None


def test_a_job_that_kills_its_worker_is_given_up_whoever_asks_and_rests_an_hour(
    queue: JobQueue, moving: MovingClock
) -> None:
    for _ in range(MOST_ATTEMPTS):
        ask(queue)
        assert queue.claim() is not None
        queue.reset()
    ask(queue)
    assert (queue.claim(), queue.due_in()) == (None, None)
    assert queue.counts().given_up == 1
    moving.now += timedelta(seconds=REST_S)
    assert queue.claim() is not None
    queue.reset()
    ask(queue)
    assert (queue.claim(), queue.counts().given_up) == (None, 1)
    queue.retry_failed()
    job = queue.claim()
    assert job is not None
    queue.complete(job)
    assert queue.counts() == QueueCounts(0, 0, 0)


def test_a_postponed_job_costs_no_attempt_and_a_new_request_brings_it_forward(
    queue: JobQueue, moving: MovingClock
) -> None:
    for _ in range(MOST_ATTEMPTS + 1):
        ask(queue)
        job = queue.claim()
        assert job is not None
        queue.postpone(job, 30)
    assert queue.claim() is None
    assert queue.due_in() == 30
    ask(queue)
    assert queue.claim() is not None


def test_a_request_that_came_while_it_was_postponed_is_not_delayed(queue: JobQueue) -> None:
    ask(queue)
    job = queue.claim()
    assert job is not None
    ask(queue)
    queue.postpone(job, 30)
    assert queue.claim() is not None


def test_a_delayed_request_waits_and_does_not_delay_another(queue: JobQueue, moving: MovingClock) -> None:
    ask(queue, delay_s=2)
    assert (queue.claim(), queue.others_are_due(PROJECT)) == (None, False)
    moving.now += timedelta(seconds=2)
    assert queue.others_are_due(PROJECT)
    ask(queue, delay_s=2)
    assert queue.claim() is not None


@pytest.mark.parametrize("limit", [-1, 0, 1, 10**9])
def test_listing_is_bounded(queue: JobQueue, limit: int) -> None:
    ask(queue)
    assert len(queue.jobs(limit)) == (1 if limit > 0 else 0)
