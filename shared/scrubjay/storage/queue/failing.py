"""Failure counts of the worker's steps, with back-off; only success resets a count."""

from datetime import datetime, timedelta

from scrubjay.errors import disk_refused
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Row, load
from scrubjay.storage.queue.job import BACK_OFF_S, MAX_ERROR, MAX_LISTED, MOST_ATTEMPTS, REST_S, Job

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
        """Whether it is no longer retried automatically, only when asked for; never for want of room."""
        return self.attempts >= MOST_ATTEMPTS and not disk_refused(self.error)


class FailingSteps:
    """The failing steps of a home."""

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
        """Whether its back-off hasn't ended yet."""
        return self._left(step) > 0

    def failed(self, job: Job, name: str, error: str) -> FailingStep:
        """Count a failure. The back-off grows with each one, up to an hour."""
        previous = self.of_job(job).get(name)
        attempts = previous.attempts + 1 if previous else 1
        now = self._clock()
        due = now + timedelta(seconds=_wait(attempts))
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
        waits = [self._left(step) for name, step in self.of_job(job).items() if name in names and not step.given_up]
        return min(waits, default=None)

    def _left(self, step: FailingStep) -> float:
        """Seconds left of a step's back-off, never more than its failures justify: the clock may have been set back."""
        left = (step.due - self._clock()).total_seconds()
        return left if 0 < left <= _wait(step.attempts) else 0.0


def _wait(attempts: int) -> float:
    """Back-off in seconds after so many failures."""
    return REST_S if attempts >= MOST_ATTEMPTS else BACK_OFF_S[attempts - 1]


def _step(row: Row) -> FailingStep:
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
    return moment.isoformat(timespec="milliseconds")
