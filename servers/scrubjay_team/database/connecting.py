"""Connections of a role to the team's database, and the app's transactions, which are a member's or nobody's."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Self
from uuid import UUID

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import Diagnostic
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from scrubjay.errors import ScrubjayError
from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.acts import OnAudit, telling
from scrubjay_team.database.failures import explained, unavailable
from scrubjay_team.database.queries import load
from scrubjay_team.errors import TeamDatabaseRefused, TeamDatabaseUnavailable, TokenRefused

Connection = psycopg.Connection[DictRow]

CONNECT_S = 5
"""Seconds for a connection to be made, or to become free."""
SUSPICIOUS_S = 1.0
"""Seconds of waiting for a connection after which it is asked why there is none."""
PAUSES_S = 2.0
"""Seconds over which the pool tries again by itself, ever more slowly, before it waits to be asked."""

NOTED_EVERY = timedelta(minutes=1)
MOST_NOTED = 10_000
"""Tokens whose last use is remembered here; then it begins anew, at the cost of one more statement each."""

OPTIONS: dict[str, Any] = {
    "row_factory": dict_row,
    "prepare_threshold": None,
    "connect_timeout": CONNECT_S,
    "application_name": "scrubjay",
    "keepalives_idle": 30,
    "tcp_user_timeout": 30_000,
}
"""How every connection is made.

Without prepared statements and without settings of the session: PgBouncer in transaction mode gives each transaction
another connection. Time limits and search_path are settings of the roles (`roles.sql`).
"""

CLEAN = "CLOSE ALL; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all()"
"""Run before each transaction: nothing of a session outlives the one before, whatever a statement set or held.

It is DISCARD ALL but for plans, which would be made anew, and temporary tables, which the roles may not make.
"""

CLEAN_S = 2.0
"""Seconds for that to be answered; a connection that is silent for longer isn't used."""

CHANGED = "scrubjay outbox"
"""What the notice begins with by which a trigger tells its own connection that it wrote a change."""

Q = load(__package__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCaller:
    """Who a transaction is: a member by a token, with the role and the granted projects of this moment.

    `person`: by the session of a browser in place of a token, whose id `token` is then.
    """

    token: UUID
    member: UUID
    member_name: str
    team: UUID
    team_name: str
    role: str
    scopes: tuple[str, ...]
    projects: tuple[UUID, ...]
    person: bool = False


@dataclass(frozen=True, slots=True)
class Entered:
    """A member's transaction."""

    connection: Connection
    caller: TeamCaller


def connected(dsn: str) -> Connection:
    """A connection, or an error without the DSN in it. Raises TeamDatabaseRefused, TeamDatabaseUnavailable."""
    try:
        conninfo_to_dict(dsn)
    except psycopg.Error:
        # What the driver says of it may quote the password.
        raise TeamDatabaseRefused(
            "The DSN can't be read. Write it as `postgresql://USER@HOST:5432/DATABASE`, or as `host=… user=… dbname=…`."
        ) from None
    try:
        return psycopg.Connection.connect(dsn, **OPTIONS)
    except psycopg.Error as error:
        raise unavailable(error) from None


class AnsweredConnection(psycopg.Connection[DictRow]):
    """A connection that is given up where PostgreSQL is silent: stopped, or behind a cut network.

    PostgreSQL ends a statement that takes too long by itself, so this is for one that can't.
    """

    answers_s: float = 15.0
    """Seconds for an answer: beyond the role's limit of ten seconds a statement."""

    changed: int = 0
    """The number of the last change that this transaction wrote into the outbox, as its trigger says; 0: none."""

    def hear(self, said: Diagnostic) -> None:
        """Take note of a change that a trigger tells of."""
        words = (said.message_primary or "").rpartition(" ")
        if words[0] == CHANGED and words[2].isdecimal():
            self.changed = int(words[2])

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer. Raises OperationalError where there is none, and the connection is closed."""
        try:
            return super().wait(gen, interval, self.answers_s if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()
            raise psycopg.OperationalError("PostgreSQL doesn't answer") from None


def clean(connection: AnsweredConnection) -> None:
    """Let nothing be left of a connection's last transaction. Raises OperationalError where it is broken."""
    usual, connection.answers_s = connection.answers_s, CLEAN_S
    connection.autocommit = True
    connection.execute(CLEAN)
    connection.autocommit = False
    connection.answers_s = usual


def _heard(connection: AnsweredConnection) -> None:
    """Let a new connection hear what triggers tell it."""
    connection.add_notice_handler(connection.hear)


class DatabasePool:
    """The pool of one role. Each `with` is one transaction: committed at its end, undone by any exception."""

    def __init__(self, dsn: str, connections: int, kind: type[AnsweredConnection] = AnsweredConnection) -> None:
        """Connects to nothing yet. `connections` is the pool's most."""
        self._dsn = dsn
        self._pool: ConnectionPool[AnsweredConnection] = ConnectionPool(
            dsn, kwargs=OPTIONS, connection_class=kind, min_size=1, max_size=connections,
            open=False, timeout=CONNECT_S, reconnect_timeout=PAUSES_S, check=clean, configure=_heard,
        )  # fmt: skip
        self._opening, self._opened = threading.Lock(), False
        self._asking = threading.Lock()
        self._asked: tuple[float, ScrubjayError | None] = (0.0, None)
        self.on_audit: OnAudit | None = None
        """Keeps the acts of each transaction before it commits, beside the database."""

    @property
    def dsn(self) -> str:
        """How its role signs in; it may hold a password."""
        return self._dsn

    @contextmanager
    def plain(self) -> Iterator[Connection]:
        """Nobody's transaction: it sees no row of a team, and may call the functions that are the role's.

        Raises TeamDatabaseUnavailable, TeamDatabaseSlow, TeamDatabaseRefused and DiskFull for what PostgreSQL does.
        """
        with self._taken() as connection, connection.transaction(), telling(connection, self.on_audit):
            connection.execute(Q.leave)
            yield connection

    @contextmanager
    def _taken(self) -> Iterator[AnsweredConnection]:
        """A connection, with what PostgreSQL does told in errors of ours."""
        connection = self._take()
        try:
            yield connection
        except psycopg.Error as error:
            told = explained(error, lost=connection.broken)
            if told is None:
                raise
            raise told from None
        finally:
            self._pool.putconn(connection)

    def close(self) -> None:
        """Close every connection, those in use as they come back; no transaction begins any more."""
        with self._opening:
            self._opened = True
            self._pool.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self) -> AnsweredConnection:
        with self._opening:
            if not self._opened:
                self._pool.open()
                self._opened = True
        for patience in (SUSPICIOUS_S, CONNECT_S - SUSPICIOUS_S):
            try:
                return self._pool.getconn(timeout=patience)
            except PoolClosed:
                raise TeamDatabaseUnavailable("The server is ending. Ask again once it runs.") from None
            except PoolTimeout:
                error = self._why_none()
                if error is not None:
                    raise error from None
        raise TeamDatabaseUnavailable(
            f"All {self._pool.max_size} connections to the team's database are in use. Try again in a moment."
        )

    def _why_none(self) -> ScrubjayError | None:
        """Why no connection can be made: asked by one thread for all, at most once a second. None where one can."""
        with self._asking:
            at, error = self._asked
            if time.monotonic() - at > SUSPICIOUS_S:
                error = None
                try:
                    connected(self._dsn).close()
                except ScrubjayError as found:
                    error = found
                self._asked = time.monotonic(), error
            return error


class TeamDatabase(DatabasePool):
    """The pool of the app's role, which every request runs as."""

    def __init__(self, dsn: str, clock: Callable[[], datetime], connections: int = 8) -> None:
        """Connects to nothing yet. `clock` says now, with its time zone; `connections` is the pool's most."""
        super().__init__(dsn, connections)
        self._clock = clock
        self._noted: dict[bytes, datetime] = {}
        self.on_change: Callable[[int], object] = lambda _: None
        """Called with the number of a change once its transaction has committed, in the thread of that."""

    @contextmanager
    def entered(self, digest: bytes, person: bool = False) -> Iterator[Entered]:
        """A transaction of the member whose token has this SHA-256, or, for a `person`, whose browser's session has it.

        Raises TokenRefused where it isn't valid now.
        """
        now = self._clock()
        with self._taken() as connection:
            if not person:
                self._note_use(connection, digest, now)
            connection.changed = 0
            with connection.transaction(), telling(connection, self.on_audit):
                row = connection.execute(
                    Q.enter_person if person else Q.enter, {"digest": digest, "at": now}
                ).fetchone()
                if row is None:
                    raise TokenRefused
                lists = {"scopes": tuple(row["scopes"]), "projects": tuple(row["projects"])}
                yield Entered(connection, from_row(TeamCaller, row, person=person, **lists))
            if connection.changed:
                self.on_change(connection.changed)

    def _note_use(self, connection: Connection, digest: bytes, now: datetime) -> None:
        """Note that a token is in use, at most once a minute, in a transaction that ends before its member's begins."""
        noted = self._noted.get(digest)
        if noted is not None and timedelta(0) <= now - noted < NOTED_EVERY:
            return
        with connection.transaction():
            connection.execute(Q.note_use, {"digest": digest, "at": now})
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[digest] = now
