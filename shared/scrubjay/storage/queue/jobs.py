"""Job queue of a home: one row a worktree and kind of job, however often requested; and failures of its steps."""

from datetime import datetime, timedelta
from pathlib import Path

from scrubjay.model.clock import Clock
from scrubjay.model.disk import disk_refused
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row, load
from scrubjay.storage.queue.job import (
    BACK_OFF_S,
    LONGEST_WAIT_S,
    MAX_ERROR,
    MAX_LISTED,
    MOST_ATTEMPTS,
    REST_S,
    Job,
    Kind,
    enqueue,
)

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailingStep:
    """A failing step of a worktree: `attempts` failures in a row since a moment, and the last error."""

    project: str
    worktree: str
    name: str
    attempts: int
    error: str
    since: str
    due: datetime

    @property
    def given_up(self) -> bool:
        """Whether the step failed too often to be retried automatically; lack of disk space doesn't count."""
        return self.attempts >= MOST_ATTEMPTS and not disk_refused(self.error)


class FailingSteps:
    """Records which steps of jobs fail, and when they are retried."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def of_job(self, job: Job) -> dict[str, FailingStep]:
        """The failing steps of a job's worktree, by name."""
        place = {"project": job.project, "worktree": str(job.worktree)}
        rows = self._database.read(lambda c: c.execute(Q.failing_of, place).fetchall())
        return {row["name"]: _step(row) for row in rows}

    def failing(self) -> tuple[FailingStep, ...]:
        """All failing steps, the longest-failing first."""
        return self._database.read(lambda c: tuple(_step(row) for row in c.execute(Q.failing, {"limit": MAX_LISTED})))

    def is_backing_off(self, step: FailingStep) -> bool:
        """Whether a step's back-off hasn't ended yet."""
        return self._backoff_left(step) > 0

    def failed(self, job: Job, name: str, error: str) -> FailingStep:
        """Count a failure of a step; each one makes its back-off longer, up to an hour."""
        previous = self.of_job(job).get(name)
        attempts = previous.attempts + 1 if previous else 1
        now = self._clock()
        due = now + timedelta(seconds=_backoff(attempts))
        values = {
            "project": job.project, "worktree": str(job.worktree), "name": name, "attempts": attempts,
            "error": error[:MAX_ERROR], "since": _moment(now), "due": _moment(due),
        }  # fmt: skip
        self._database.write(lambda c: c.execute(Q.step_failed, values))
        return FailingStep(
            project=job.project,
            worktree=str(job.worktree),
            name=name,
            attempts=attempts,
            error=error[:MAX_ERROR],
            since=previous.since if previous else _moment(now),
            due=due,
        )

    def succeeded(self, job: Job, name: str) -> None:
        """Reset the count after a success."""
        place = {"project": job.project, "worktree": str(job.worktree), "name": name}
        self._database.write(lambda c: c.execute(Q.step_worked, place))

    def retry_in(self, job: Job, names: frozenset[str]) -> float | None:
        """Seconds until one of these steps of a job's worktree is retried automatically; None where none is."""
        waits = [
            self._backoff_left(step) for name, step in self.of_job(job).items() if name in names and not step.given_up
        ]
        return min(waits, default=None)

    def _backoff_left(self, step: FailingStep) -> float:
        """The seconds left of a step's back-off; a clock that was set back can't make it longer."""
        left = (step.due - self._clock()).total_seconds()
        return left if 0 < left <= _backoff(step.attempts) else 0.0


def _backoff(attempts: int) -> float:
    """The back-off in seconds after some number of failures."""
    return REST_S if attempts >= MOST_ATTEMPTS else BACK_OFF_S[attempts - 1]


def _step(row: Row) -> FailingStep:
    """The failing step in a row."""
    return FailingStep(
        project=row["project_id"],
        worktree=row["worktree"],
        name=row["name"],
        attempts=row["attempts"],
        error=row["error"],
        since=row["since"],
        due=datetime.fromisoformat(row["due"]),
    )


def _moment(moment: datetime) -> str:
    """A moment as ISO 8601 with milliseconds."""
    return moment.isoformat(timespec="milliseconds")


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """The number of jobs that wait, run, and were given up after five attempts."""

    waiting: int
    running: int
    given_up: int


class JobQueue:
    """The queue of jobs of a home. Only the holder of the worker's lock may claim jobs."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.steps = FailingSteps(database, clock)
        self._waiting: dict[tuple[str, str, str, str], tuple[object, int]] = {}
        """The state of the home in which a job was seen to wait, by its columns."""

    def ask(self, project: str, worktree: Path, kind: Kind, cause: str) -> None:
        """Enqueue a job unless an equal one is due already.

        While nobody writes to the home's database, what was seen to wait waits.
        """
        job = {"project": project, "worktree": str(worktree), "kind": kind, "cause": cause}
        key, version = (project, str(worktree), kind, cause), self._database.version()
        if self._waiting.get(key) == version:
            return
        row = self._database.latest(lambda c: c.execute(Q.waiting, job).fetchone())
        if row is not None and (row["attempts"] or row["due"] <= self._clock().isoformat(timespec="milliseconds")):
            self._waiting = {known: at for known, at in self._waiting.items() if at == version} | {key: version}
        else:
            self.enqueue(project, worktree, kind, cause)

    def enqueue(self, project: str, worktree: Path, kind: Kind, cause: str, *, delay_s: float = 0) -> bool:
        """Enqueue a job, as `asking.enqueue` does."""
        return enqueue(
            home=self._database,
            clock=self._clock,
            project=project,
            worktree=worktree,
            kind=kind,
            cause=cause,
            delay_s=delay_s,
        )

    def reset(self) -> int:
        """Release the claims of a dead worker; only the holder of the lock may call this."""
        return self._database.write(lambda c: int(c.execute(Q.reset).rowcount))

    def claim(self) -> Job | None:
        """Claim the next due job; None where there is none."""
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

    def complete(self, job: Job) -> None:
        """Complete a job. If it was requested again while it ran, it waits once more."""

        def finish(connection: Connection) -> None:
            connection.execute(Q.finish, {"id": job.id, "running": job.running})
            connection.execute(Q.reopen, {"id": job.id})

        self._database.write(finish)

    def postpone(self, job: Job, delay_s: float = 0) -> None:
        """Return a claimed job without counting the attempt. A request that came meanwhile keeps its time."""
        values = {"id": job.id, "running": job.running, "due": self._moment(delay_s)}
        self._database.write(lambda c: c.execute(Q.postpone, values))

    def retry_failed(self) -> None:
        """Make all failed jobs and steps due now, on a user's request."""
        now = {"now": self._moment()}
        self._database.write(lambda c: (c.execute(Q.retry, now), c.execute(Q.retry_steps, now)))

    def drop(self, job: Job) -> None:
        """Delete a job whose worktree or project is gone."""
        self._database.write(lambda c: c.execute(Q.drop, {"id": job.id}))

    def due_in(self) -> float | None:
        """Seconds until the next job is due, 0 when one is; None when nothing waits."""
        moments = self._moments()
        row = self._database.read(lambda c: c.execute(Q.next_due, moments).fetchone())
        if row["due"] is None:
            return None
        return max(0.0, (datetime.fromisoformat(row["due"]) - self._clock()).total_seconds())

    def others_are_due(self, project: str) -> bool:
        """Whether embedding a project should wait: text of any project is due, or another project's turn."""
        params = self._moments() | {"project": project}
        return self._database.read(lambda c: c.execute(Q.others_are_due, params).fetchone()) is not None

    def counts(self) -> QueueCounts:
        """The counts of the queue."""
        row = self._database.read(lambda c: c.execute(Q.counts, {"most": MOST_ATTEMPTS}).fetchone())
        return QueueCounts(row["waiting"], row["running"], row["given_up"])

    def jobs(self, limit: int = 100) -> tuple[Job, ...]:
        """The jobs that wait, run or were given up, oldest first."""
        most = max(0, min(limit, MAX_LISTED))
        return self._database.read(lambda c: tuple(_job(row) for row in c.execute(Q.jobs, {"limit": most})))

    def _moment(self, delay_s: float = 0) -> str:
        """The time now plus a delay, with milliseconds, so that jobs keep their order."""
        return (self._clock() + timedelta(seconds=delay_s)).isoformat(timespec="milliseconds")

    def _moments(self) -> dict[str, object]:
        """The parameters that decide whether a job is due; a clock that was set back can't make it wait longer."""
        return {
            "most": MOST_ATTEMPTS, "now": self._moment(), "latest": self._moment(LONGEST_WAIT_S),
            "rested": self._moment(-REST_S),
        }  # fmt: skip


def _job(row: Row) -> Job:
    """The job in a row."""
    return Job(
        id=row["id"],
        project=row["project_id"],
        worktree=Path(row["worktree"]),
        kind=row["kind"],
        cause=row["cause"],
        running=row["running"],
        attempts=row["attempts"],
        enqueued_at=row["enqueued_at"],
    )
