"""One worker a home: no job is lost between one that leaves and one that comes, nor by kill -9."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.integrations.launching.launcher import LOCK_NAME, start_worker
from scrubjay.model.clock import system_clock
from scrubjay.operations.jobs.loop import run_queue
from scrubjay.storage.database import Database
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.queue.job import Job
from scrubjay.storage.queue.jobs import JobQueue

PROJECT = "p" * 32
SLEEPER = """
import sys, threading
from pathlib import Path
from scrubjay.operations.jobs.loop import run_queue
from scrubjay.model.clock import system_clock
from scrubjay.storage.queue.jobs import JobQueue
from scrubjay.storage.database import Database
home = Path(sys.argv[1])
def perform(job):
    print("claimed", flush=True)
    threading.Event().wait(PATIENCE_S)
run_queue(home, JobQueue(Database(home / "home.db", "home"), system_clock), perform, threading.Event(), idle_s=1)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def queue(home: Path) -> Iterator[JobQueue]:
    with Database(home / "home.db", "home") as database:
        database.write(
            lambda c: c.execute("INSERT INTO project (id, name, created_at) VALUES (?, 'x', '')", (PROJECT,))
        )
        yield JobQueue(database, system_clock)


class Performer:
    """Notes the jobs that it is given, says that they are done, and does something else then."""

    def __init__(self, queue: JobQueue) -> None:
        self.queue = queue
        self.done: list[str] = []

    def __call__(self, job: Job) -> None:
        self.done.append(job.worktree.name)
        self.queue.complete(job)


def ask(queue: JobQueue, name: str, delay_s: float = 0) -> None:
    assert queue.enqueue(PROJECT, Path("/") / name, "ingest", "test", delay_s=delay_s)


def test_the_queue_is_worked_off_and_the_worker_leaves(home: Path, queue: JobQueue) -> None:
    for name in "abc":
        ask(queue, name)
    perform = Performer(queue)
    assert run_queue(home, queue, perform, threading.Event(), idle_s=0) == 3
    assert perform.done == ["a", "b", "c"]


def test_a_second_worker_leaves_at_once(home: Path, queue: JobQueue) -> None:
    ask(queue, "a")
    with file_lock(home / LOCK_NAME):
        assert run_queue(home, queue, Performer(queue), threading.Event(), idle_s=0) == 0
        assert not start_worker(home, "/nonexistent", {})
    assert queue.counts().waiting == 1


def test_a_job_that_comes_while_the_worker_leaves_is_done(home: Path, queue: JobQueue) -> None:
    """The worst moment: the queue was found empty, the lock is still held, so nobody is started."""

    class LateQueue(JobQueue):
        """Gets one more job right after it was found empty."""

        late = True

        def due_in(self) -> float | None:
            found = super().due_in()
            if found is None and self.late:
                self.late = False
                ask(queue, "late")
                assert not start_worker(home, "/nonexistent", {})
            return found

    with Database(home / "home.db", "home") as database:
        late = LateQueue(database, system_clock)
        perform = Performer(late)
        ask(queue, "a")
        run_queue(home, late, perform, threading.Event(), idle_s=0)
    assert perform.done == ["a", "late"]


def test_a_job_that_is_due_soon_is_waited_for_and_one_that_is_due_later_is_not(home: Path, queue: JobQueue) -> None:
    ask(queue, "soon", 0.2)
    ask(queue, "later", 60)
    perform = Performer(queue)
    run_queue(home, queue, perform, threading.Event(), idle_s=0)
    assert perform.done == ["soon"]


def test_a_worker_that_is_told_to_stop_takes_no_other_job(home: Path, queue: JobQueue) -> None:
    for name in "ab":
        ask(queue, name)
    stopping = threading.Event()

    class Stopping(Performer):
        def __call__(self, job: Job) -> None:
            super().__call__(job)
            stopping.set()

    run_queue(home, queue, Stopping(queue), stopping, idle_s=0)
    assert queue.counts().waiting == 1


def test_a_job_of_a_killed_worker_is_done_by_the_next(home: Path, queue: JobQueue) -> None:
    ask(queue, "a")
    with subprocess.Popen([sys.executable, "-c", SLEEPER, str(home)], stdout=subprocess.PIPE) as worker:
        assert worker.stdout
        assert worker.stdout.readline() == b"claimed\n"
        assert queue.counts().running == 1
        os.kill(worker.pid, signal.SIGKILL)
    perform = Performer(queue)
    run_queue(home, queue, perform, threading.Event(), idle_s=0)
    assert perform.done == ["a"]
