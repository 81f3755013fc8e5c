"""How far mirrors are, as the worker writes it: inside its transaction for one project."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass, from_row
from scrubjay.model.visible import visible
from scrubjay_team.database.connecting import Connection
from scrubjay_team.database.queries import load
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.mirrors.mirror import Mirror
from scrubjay_team.mirrors.schedule import LEASE, next_fetch

Q = load(__package__)

EVERY_S: Final = 1.0
_LONGEST: Final = 2_000


class WorkerStops(Exception):
    """Raised inside a fetch or an index when the server ends; the job is taken up again."""


@dataclass(frozen=True, slots=True)
class MirrorSource:
    """Where a mirror comes from; the credential is sealed, and None where the repository is open to all."""

    address: str
    host_key: str
    credential: bytes | None


@dataclass(frozen=True, slots=True)
class MirrorState:
    """How far a mirror is: the branch, what it shows and what of it is indexed, and failures in a row."""

    branch: str
    shows: str
    indexed: str
    started_at: datetime | None
    failures: int


def shown_by(mirror: Mirror) -> str:
    """What a mirror shows, as one text: it changes with the commit and with the tags."""
    return f"{mirror.commit} {sha256(chr(0).join(mirror.tags).encode()).hexdigest()[:16]}"


class MirrorStates:
    """The states of mirrors. Each call is a transaction; NotFound says that the project was removed meanwhile."""

    def __init__(self, database: WorkerDatabase, clock: Callable[[], datetime], minutes: float) -> None:
        """`minutes` are between two fetches of a project that go well."""
        self._database, self._clock, self._minutes = database, clock, minutes

    def source(self, project: UUID) -> MirrorSource | None:
        """Where a mirror comes from; None where the project has none."""
        with self._database.working(project) as work:
            row = work.connection.execute(Q.find_source, {"project": project}).fetchone()
        return None if row is None else from_row(MirrorSource, row)

    def state(self, project: UUID) -> MirrorState | None:
        """How far a mirror is; None where the project has none."""
        with self._database.working(project) as work:
            row = work.connection.execute(Q.find_state, {"project": project}).fetchone()
        return None if row is None else from_row(MirrorState, row)

    def begin(self, project: UUID) -> None:
        """A fetch begins."""
        with self._database.working(project) as work:
            now = self._clock()
            work.connection.execute(Q.begin_fetch, {"project": project, "at": now, "due": now + LEASE})

    def fetched(
        self, project: UUID, mirror: Mirror, recent: Sequence[str], size: int, owners: tuple[str, str] = ("", "")
    ) -> None:
        """A fetch went well; where the mirror shows something new, its index is asked for in the same transaction.

        `recent` are the newest commits of its default branch, `owners` the path and the text of its CODEOWNERS.
        """
        now, shows = self._clock(), shown_by(mirror)
        with self._database.working(project) as work:
            row = work.connection.execute(Q.find_state, {"project": project}).fetchone()
            values: dict[str, object] = {
                "branch": mirror.branch,
                "commit": mirror.commit,
                "shows": shows,
                "at": now,
                "size": size,
            }
            values |= {"recent": list(recent), "owners_path": owners[0], "owners": owners[1]}
            due = next_fetch(now, self._minutes, 0, project)
            work.connection.execute(Q.set_fetched, {"project": project, "due": due, **values})
            if row and row["indexed"] != shows:
                ask(work.connection, "index", project, now)

    def failed(self, project: UUID, error: Exception) -> None:
        """A fetch or an index failed; the next try comes later each time."""
        now = self._clock()
        with self._database.working(project) as work:
            row = work.connection.execute(Q.find_state, {"project": project}).fetchone()
            failures = (row["failures"] if row else 0) + 1
            due = next_fetch(now, self._minutes, failures, project)
            told = visible(" ".join(str(error).split()))[:_LONGEST]
            work.connection.execute(Q.set_failed, {"project": project, "error": told, "due": due})

    def indexed(self, project: UUID, shows: str) -> None:
        """A search finds what a mirror showed."""
        with self._database.working(project) as work:
            work.connection.execute(Q.set_indexed, {"project": project, "shows": shows, "at": self._clock()})

    def progress(self, project: UUID, ends: Callable[[], bool]) -> Callable[[str, int, int], None]:
        """Progress, kept at most once a second. Raises WorkerStops once `ends`, NotFound for a project that goes."""
        told = [0.0]

        def tell(what: str, done: int, whole: int) -> None:
            if ends():
                raise WorkerStops
            if time.monotonic() - told[0] < EVERY_S:
                return
            told[0] = time.monotonic()
            line = f"{what}: {done:,} of {whole:,}" if whole else what
            with self._database.working(project) as work:
                told_of = work.connection.execute(Q.set_progress, {"project": project, "progress": line}).fetchone()
            if told_of is None:
                raise NotFound("The project is being removed.")

        return tell

    def again(self, task: str, project: UUID) -> None:
        """Ask anew for a task that the server's end cut short."""
        with self._database.plain() as connection:
            ask(connection, task, project, self._clock())

    def ask_due(self, most: int = 100) -> int:
        """Ask for the fetch of every mirror that is due; returns of how many."""
        now = self._clock()
        with self._database.plain() as connection:
            due = [row["project"] for row in connection.execute(Q.due_mirrors, {"at": now, "most": most})]
            for project in due:
                ask(connection, "fetch", project, now)
        return len(due)

    def take_up(self, seconds: float) -> int:
        """Ask anew for the jobs of workers that gave no sign for some seconds; returns how many."""
        with self._database.plain() as connection:
            stalled = connection.execute(Q.take_stalled, {"seconds": seconds}).fetchall()
            for row in stalled:
                if row["project"]:
                    ask(connection, row["task"], UUID(row["project"]), self._clock())
        return len(stalled)


def ask(connection: Connection, task: str, project: UUID, at: datetime) -> None:
    """Ask the worker for a task of a project (`fetch` or `index`), not before a moment."""
    connection.execute(Q.ask, {"task": task, "project": project, "at": at})
