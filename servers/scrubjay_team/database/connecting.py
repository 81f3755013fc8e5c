"""Connections of a role to the team's database, and the app's transactions, which are a member's or nobody's."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Self
from uuid import UUID
from weakref import WeakSet

import psycopg
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from scrubjay.errors import ScrubjayError
from scrubjay.model.frozen import dataclass, from_row
from scrubjay_team.database.acts import OnAudit, telling
from scrubjay_team.database.answered import CONNECT_S, clean, options_of, pulse
from scrubjay_team.database.answered import OPTIONS as OPTIONS
from scrubjay_team.database.answered import AnsweredConnection as AnsweredConnection
from scrubjay_team.database.answered import Connection as Connection
from scrubjay_team.database.answered import connected as connected
from scrubjay_team.database.failures import explained
from scrubjay_team.database.hearing import Hearing
from scrubjay_team.database.queries import load
from scrubjay_team.errors import TeamDatabaseUnavailable, TokenRefused

PATIENCE_S = 0.1
"""Seconds of waiting for a connection after which it is asked whether PostgreSQL is silent."""
SUSPICIOUS_S = 1.0
"""Seconds of waiting for a connection after which it is asked why there is none."""
PAUSES_S = 2.0
"""Seconds over which the pool tries again by itself, ever more slowly, before it waits to be asked."""

NOTED_EVERY = timedelta(minutes=1)
MOST_NOTED = 10_000
"""Tokens whose last use is remembered here; then it begins anew, at the cost of one more statement each."""

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


class DatabasePool:
    """The pool of one role. Each `with` is one transaction: committed at its end, undone by any exception."""

    hears = False
    """Whether a silent PostgreSQL is told of within a second, at the cost of one more connection while it is used."""

    def __init__(
        self, dsn: str, connections: int, kind: type[AnsweredConnection] = AnsweredConnection, past_dsn: str = ""
    ) -> None:
        """Connects to nothing yet. `connections` is the pool's most; `past_dsn` leads past a pooler, if any does."""
        self._dsn = dsn
        self._all: WeakSet[AnsweredConnection] = WeakSet()
        self._counting = threading.Lock()
        self._hearing = Hearing(partial(pulse, past_dsn or dsn), self._cut)
        self._pool: ConnectionPool[AnsweredConnection] = ConnectionPool(
            dsn, kwargs=options_of(dsn), connection_class=kind, min_size=1, max_size=connections,
            open=False, timeout=CONNECT_S, reconnect_timeout=PAUSES_S, check=clean, configure=self._made,
        )  # fmt: skip
        self._opening, self._opened = threading.Lock(), False
        self._asking = threading.Lock()
        self._asked: tuple[float, ScrubjayError | None] = (0.0, None)
        self.used = 0
        """How many transactions have a connection now."""
        self.on_audit: OnAudit | None = None
        """Keeps the acts of each transaction before it commits, beside the database."""

    @property
    def dsn(self) -> str:
        """How its role signs in; it may hold a password."""
        return self._dsn

    @property
    def wanted(self) -> int:
        """How many wait for one now."""
        return self._pool.get_stats().get("requests_waiting", 0)

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
        with ExitStack() as held:
            if self.hears:
                held.enter_context(self._hearing.waiting())
            connection = self._take()
            self._count(1)
            try:
                yield connection
            except psycopg.Error as error:
                told = explained(error, lost=connection.broken)
                if told is None:
                    raise
                raise told from None
            finally:
                self._count(-1)
                self._pool.putconn(connection)

    def _count(self, more: int) -> None:
        with self._counting:
            self.used += more

    def _made(self, connection: AnsweredConnection) -> None:
        """Let a new connection hear what triggers tell it, and tell of its answers."""
        connection.add_notice_handler(connection.hear)
        connection.on_answer = self._hearing.heard
        with self._counting:
            self._all.add(connection)

    def _cut(self) -> None:
        """Let nobody wait for a PostgreSQL that is silent, nor use a connection to it again."""
        with self._counting:
            there = tuple(self._all)
        for one in there:
            one.cut()

    def close(self) -> None:
        """Close every connection, those in use as they come back; no transaction begins any more."""
        with self._opening:
            self._opened = True
            self._hearing.close()
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
        until, asks = time.monotonic() + CONNECT_S, time.monotonic() + SUSPICIOUS_S
        while time.monotonic() < until:
            if self._hearing.silent:
                raise TeamDatabaseUnavailable(self._hearing.why)
            try:
                return self._pool.getconn(timeout=PATIENCE_S)
            except PoolClosed:
                raise TeamDatabaseUnavailable("The server is ending. Ask again once it runs.") from None
            except PoolTimeout:
                if time.monotonic() < asks or self._hearing.silent:
                    continue
                asks = until
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

    hears = True

    def __init__(self, dsn: str, clock: Callable[[], datetime], connections: int = 8, past_dsn: str = "") -> None:
        """Connects to nothing yet. `clock` says now, with its time zone; `connections` is the pool's most.

        `past_dsn` leads past a pooler, which may be busy where PostgreSQL answers.
        """
        super().__init__(dsn, connections, past_dsn=past_dsn)
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
