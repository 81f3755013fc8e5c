"""Which jobs wait? One row a worktree and kind of work, however often it is asked for."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from scrubjay.model.clock import Clock
from scrubjay.queue.asking import enqueue
from scrubjay.queue.job import LONGEST_WAIT_S, MAX_LISTED, MOST_ATTEMPTS, REST_S, Job, Kind
from scrubjay.queue.steps import Steps
from scrubjay.storage import Connection, Database, Row, load

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """How many jobs wait, run, and were given up after five attempts."""

    waiting: int
    running: int
    given_up: int


class JobQueue:
    """The queue of a home. Claims belong to whoever holds the worker's lock; see `scrubjay.jobs.worker`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.steps = Steps(database, clock)

    def enqueue(self, project: str, worktree: Path, kind: Kind, cause: str, *, delay_s: float = 0) -> bool:
        """Ask for work, as `asking.enqueue` does."""
        return enqueue(self._database, self._clock, project, worktree, kind, cause, delay_s=delay_s)

    def reset(self) -> int:
        """Open the claims of a worker that died; only the holder of the lock may call this."""
        return self._database.write(lambda c: int(c.execute(Q.reset).rowcount))

    def claim(self) -> Job | None:
        """Take the next job that is due."""
        moments = self._moments()
        if self._database.read(lambda c: c.execute(Q.next, moments).fetchone()) is None:
            return None

        def take(connection: Connection) -> Job | None:
            row = connection.execute(Q.next, moments).fetchone()
            if row is None:
                return None
            connection.execute(Q.claim, {"id": row["id"], "now": moments["now"]})
            return _job(connection.execute(Q.find, {"id": row["id"]}).fetchone())

        return self._database.write(take)

    def done(self, job: Job) -> None:
        """The work is done. If it was asked for again while it ran, the job waits once more."""

        def finish(connection: Connection) -> None:
            connection.execute(Q.finish, {"id": job.id, "running": job.running})
            connection.execute(Q.reopen, {"id": job.id})

        self._database.write(finish)

    def postpone(self, job: Job, delay_s: float = 0) -> None:
        """Give a claim back without counting the attempt. A request that came meanwhile isn't delayed."""
        values = {"id": job.id, "running": job.running, "due": self._moment(delay_s)}
        self._database.write(lambda c: c.execute(Q.postpone, values))

    def retry(self) -> None:
        """Try everything that fails at once, as somebody asked."""
        now = {"now": self._moment()}
        self._database.write(lambda c: (c.execute(Q.retry, now), c.execute(Q.retry_steps, now)))

    def drop(self, job: Job) -> None:
        """Forget a job whose worktree or project is gone."""
        self._database.write(lambda c: c.execute(Q.drop, {"id": job.id}))

    def due_in(self) -> float | None:
        """Seconds until the next job is due, 0 when one is; None when nothing waits."""
        moments = self._moments()
        row = self._database.read(lambda c: c.execute(Q.next_due, moments).fetchone())
        if row["due"] is None:
            return None
        return max(0.0, (datetime.fromisoformat(row["due"]) - self._clock()).total_seconds())

    def text_is_due(self) -> bool:
        """Whether somebody waits to have text made searchable: that goes before vectors."""
        moments = self._moments()
        return self._database.read(lambda c: c.execute(Q.text_is_due, moments).fetchone()) is not None

    def counts(self) -> QueueCounts:
        """How the queue stands."""
        row = self._database.read(lambda c: c.execute(Q.counts, {"most": MOST_ATTEMPTS}).fetchone())
        return QueueCounts(row["waiting"], row["running"], row["given_up"])

    def jobs(self, limit: int = 100) -> tuple[Job, ...]:
        """What waits, runs or was given up, oldest first."""
        most = max(0, min(limit, MAX_LISTED))
        return self._database.read(lambda c: tuple(_job(row) for row in c.execute(Q.jobs, {"limit": most})))

    def _moment(self, delay_s: float = 0) -> str:
        """Now or later, to the millisecond: back-off and order need more than seconds."""
        return (self._clock() + timedelta(seconds=delay_s)).isoformat(timespec="milliseconds")

    def _moments(self) -> dict[str, object]:
        """What decides whether a job is due; no wait is longer than it may be from now on, whatever the clock does."""
        return {
            "most": MOST_ATTEMPTS, "now": self._moment(), "latest": self._moment(LONGEST_WAIT_S),
            "rested": self._moment(-REST_S),
        }  # fmt: skip


def _job(row: Row) -> Job:
    return Job(
        row["id"], row["project_id"], Path(row["worktree"]), row["kind"], row["cause"], row["running"],
        row["attempts"], row["enqueued_at"],
    )  # fmt: skip
