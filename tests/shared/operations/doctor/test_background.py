"""Whose work fails? Only that of the project that is asked about is its illness."""

import errno
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.model.disk import REFUSED
from scrubjay.operations.doctor import background
from scrubjay.storage.database import Database
from scrubjay.storage.queue.job import MOST_ATTEMPTS
from scrubjay.storage.queue.jobs import JobQueue

MINE, OTHER = "a" * 32, "b" * 32


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[JobQueue]:
    """A home where a step of the other project was given up."""
    with Database(tmp_path / "home.db", "home") as database:
        for id in (MINE, OTHER):
            database.write(
                lambda c, id=id: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, 'x', '')", (id,))  # type: ignore[misc]
            )
        queue = JobQueue(database, lambda: datetime(2026, 3, 1, tzinfo=UTC))
        queue.enqueue(OTHER, tmp_path / "there", "ingest", "test")
        job = queue.claim()
        assert job
        for _ in range(MOST_ATTEMPTS):
            queue.steps.failed(job, "text", "a folder stands in the way")
        yield queue


def test_a_step_that_fails_for_another_project_is_a_note_and_no_illness(jobs: JobQueue, tmp_path: Path) -> None:
    (note,) = background.steps(jobs, MINE)
    assert note.ok
    assert note.found == f"text fails in {tmp_path / 'there'}"
    (ill,) = background.steps(jobs, OTHER)
    assert not ill.ok
    assert "a folder stands in the way" in str(ill.found)


def test_work_of_another_project_that_was_given_up_leaves_the_queue_well(jobs: JobQueue, tmp_path: Path) -> None:
    for _ in range(MOST_ATTEMPTS):
        jobs.reset()
        jobs.claim()
    jobs.reset()
    assert jobs.counts().given_up == 1
    assert background.queue(jobs, tmp_path, MINE).ok
    assert not background.queue(jobs, tmp_path, OTHER).ok


def test_want_of_room_is_no_fault_of_the_repository(jobs: JobQueue, tmp_path: Path) -> None:
    jobs.enqueue(MINE, tmp_path / "here", "ingest", "commit")
    job = jobs.claim()
    assert job is not None
    jobs.steps.failed(job, "commits", f"knowledge.db: {REFUSED[errno.EFBIG]}")
    check = next(check for check in background.steps(jobs, job.project) if check.name == "worker: commits")
    assert (check.ok, check.do) == (True, "the worker retries it by itself")
