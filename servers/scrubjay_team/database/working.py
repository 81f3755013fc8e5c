"""The worker's connections to the team's database: a role of its own, which requests never are."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from scrubjay.errors import NotFound
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.connecting import AnsweredConnection, Connection, DatabasePool, Q


@dataclass(frozen=True, slots=True)
class Work:
    """The worker's transaction for one project: its team, and the number that keys its words."""

    connection: Connection
    team: UUID
    number: int


class WorkerConnection(AnsweredConnection):
    """A connection whose statements may take ten minutes."""

    answers_s = 660.0


class WorkerDatabase(DatabasePool):
    """The pool of the worker's role, which alone writes what is indexed, and reads where a mirror comes from."""

    def __init__(self, dsn: str, connections: int = 4) -> None:
        """Connects to nothing yet. `connections` is the pool's most."""
        super().__init__(dsn, connections, WorkerConnection)

    @contextmanager
    def working(self, project: UUID) -> Iterator[Work]:
        """The worker's transaction for a project, removed or not, with ten minutes a statement. Raises NotFound."""
        with self._taken() as connection, connection.transaction():
            row = connection.execute(Q.enter_worker, {"project": project}).fetchone()
            if row is None:
                raise NotFound(
                    f"The team's database has no project {project}. `scrubjay team repository list` shows all."
                )
            yield Work(connection, row["team"], row["number"])

    @contextmanager
    def promoting(self, team: UUID) -> Iterator[Connection]:
        """The worker's transaction for a team and all of its repositories. Raises NotFound."""
        with self._taken() as connection, connection.transaction():
            row = connection.execute(Q.enter_promotion, {"team": team}).fetchone()
            if row is None or not row["there"]:
                raise NotFound(f"The team's database has no team {team}. `scrubjay team status` shows all.")
            yield connection
