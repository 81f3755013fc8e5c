"""The worker of mirrors over a real queue: it does what is asked, ends what it does, and takes up what another left."""

import threading
import time
from collections.abc import Callable
from importlib.resources import files
from uuid import UUID

from scrubjay_team.database.migrate import migrations
from scrubjay_team.mirrors.mirror import Mirror
from scrubjay_team.mirrors.states import ask
from scrubjay_team.mirrors.watching import Progress
from scrubjay_team.mirrors.worker import STALLED_S, MirrorWorker
from tests.patience import PATIENCE_S
from tests.servers.team.makers import NOW
from tests.servers.team.mirrors.conftest import Mirrored


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, or the test is called hung."""
    end = time.monotonic() + PATIENCE_S
    waiting = threading.Event()
    while not holds():
        assert time.monotonic() < end
        waiting.wait(0.05)


def worker_of(mirrored: Mirrored) -> MirrorWorker:
    return MirrorWorker(mirrored.databases.addresses.worker, mirrored.refresher)


def doing(mirrored: Mirrored) -> list[object]:
    return [
        row["task_name"]
        for row in mirrored.rows("SELECT task_name FROM queue.procrastinate_jobs WHERE status = 'doing'")
    ]


def test_an_added_repository_is_fetched_and_indexed_and_leaves_no_job(mirrored: Mirrored) -> None:
    with worker_of(mirrored).running():
        until(lambda: mirrored.mirror()["indexed_at"] is not None)
        until(lambda: [task for task, _ in mirrored.jobs() if task != "due"] == [])
    assert mirrored.indexed == [mirrored.origin.git("rev-parse", "HEAD")]
    assert mirrored.rows("SELECT id FROM queue.procrastinate_workers") == []


def test_jobs_asked_for_many_times_are_done_once(mirrored: Mirrored) -> None:
    for _ in range(5):
        with mirrored.databases.worker.plain() as connection:
            ask(connection, "fetch", mirrored.project, NOW)
    assert len(mirrored.jobs()) == 1


def test_a_worker_that_ends_ends_its_index_and_the_next_takes_it_up(mirrored: Mirrored) -> None:
    began = threading.Event()
    at_rest = mirrored.index

    def endless(project: UUID, mirror: Mirror, progress: Progress) -> None:
        while True:
            began.set()
            progress("embedding", 1, 2)
            began.wait(0.01)

    mirrored.index = endless  # type: ignore[method-assign]
    with worker_of(mirrored).running():
        assert began.wait(PATIENCE_S)
    assert mirrored.mirror()["indexed_at"] is None
    assert [task for task, _ in mirrored.jobs() if task != "due"] == ["index"]
    mirrored.index = at_rest  # type: ignore[method-assign]
    with worker_of(mirrored).running():
        until(lambda: mirrored.mirror()["indexed_at"] is not None)


def test_the_job_of_a_worker_that_was_killed_is_taken_up_again(mirrored: Mirrored) -> None:
    with mirrored.databases.owner.transaction() as connection:
        connection.execute(
            "INSERT INTO queue.procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 minute'), (now())"
        )
        connection.execute(
            "UPDATE queue.procrastinate_jobs SET status = 'doing', "
            "worker_id = (SELECT min(id) FROM queue.procrastinate_workers)"
        )
    assert doing(mirrored) == ["fetch"]
    assert mirrored.states.take_up(STALLED_S) == 1
    assert doing(mirrored) == []
    assert mirrored.jobs() == [("fetch", NOW)]


def test_the_job_of_a_worker_that_lives_is_left_to_it(mirrored: Mirrored) -> None:
    with mirrored.databases.owner.transaction() as connection:
        connection.execute("INSERT INTO queue.procrastinate_workers DEFAULT VALUES")
        connection.execute(
            "UPDATE queue.procrastinate_jobs SET status = 'doing', "
            "worker_id = (SELECT min(id) FROM queue.procrastinate_workers)"
        )
    assert mirrored.states.take_up(STALLED_S) == 0
    assert doing(mirrored) == ["fetch"]


def test_a_stalled_job_that_was_asked_for_anew_is_done_once(mirrored: Mirrored) -> None:
    with mirrored.databases.owner.transaction() as connection:
        connection.execute("UPDATE queue.procrastinate_jobs SET status = 'doing'")
    mirrored.states.ask_due()
    assert mirrored.states.take_up(STALLED_S) == 1
    assert mirrored.jobs() == [("fetch", NOW)]


def test_the_schema_of_the_queue_is_the_installed_one() -> None:
    (ours,) = (step.text for step in migrations() if step.name == "queue")
    assert files("procrastinate").joinpath("sql", "schema.sql").read_text(encoding="utf-8") in ours


def test_a_chore_is_done_when_its_minute_comes(mirrored: Mirrored) -> None:
    done = threading.Event()
    worker = MirrorWorker(mirrored.databases.addresses.worker, mirrored.refresher, {"tidy": done.set})
    assert "tidy" in {one.task.name for one in worker._app().periodic_registry.periodic_tasks.values()}
    with mirrored.databases.worker.plain() as connection:  # as the queue does at the minute's beginning
        connection.execute(
            "INSERT INTO queue.procrastinate_jobs (queue_name, task_name, queueing_lock, args) "
            "VALUES ('mirrors', 'tidy', 'tidy', '{\"timestamp\": 0}')"
        )
    with worker.running():
        assert done.wait(PATIENCE_S)
        until(lambda: "tidy" not in [task for task, _ in mirrored.jobs()])
