"""A connection of a role to the team's database, which is given up where PostgreSQL is silent."""

import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import Diagnostic
from psycopg.rows import DictRow, dict_row

from scrubjay_team.database.failures import unavailable
from scrubjay_team.database.hearing import EVERY_S, SILENT_S, GoesOn, Hearing
from scrubjay_team.errors import TeamDatabaseRefused

Connection = psycopg.Connection[DictRow]


NEXT_HOST_S = 2
"""Seconds for each of several hosts: the least that the driver takes."""
CONNECT_S = 5
"""Seconds for a connection to be made, or to become free."""

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


def options_of(dsn: str) -> dict[str, Any]:
    """How a connection to a DSN is made: where it names several hosts, one that is away holds up the next one less."""
    try:
        several = "," in str(conninfo_to_dict(dsn).get("host", ""))
    except psycopg.Error:  # told where it is connected to
        several = False
    return OPTIONS | ({"connect_timeout": NEXT_HOST_S} if several else {})


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
        return psycopg.Connection.connect(dsn, **options_of(dsn))
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

    on_answer: Callable[[], object] = staticmethod(lambda: None)
    """Called with each answer."""

    def cut(self) -> None:
        """Let a thread that waits for an answer wait no more: to it PostgreSQL is gone."""
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as there:
            there.shutdown(socket.SHUT_RDWR)

    def hear(self, said: Diagnostic) -> None:
        """Take note of a change that a trigger tells of."""
        words = (said.message_primary or "").rpartition(" ")
        if words[0] == CHANGED and words[2].isdecimal():
            self.changed = int(words[2])

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer. Raises OperationalError where there is none, and the connection is closed."""
        try:
            answer = super().wait(gen, interval, self.answers_s if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()
            raise psycopg.OperationalError("PostgreSQL doesn't answer") from None
        self.on_answer()
        return answer


def pulse(dsn: str, hearing: Hearing, goes_on: GoesOn) -> None:
    """Ask PostgreSQL for next to nothing, again and again, as long as it answers and somebody listens."""
    try:
        with AnsweredConnection.connect(dsn, autocommit=True, **options_of(dsn)) as connection:
            connection.answers_s = SILENT_S
            while goes_on():
                connection.execute("SELECT 1")
                hearing.heard()
                time.sleep(EVERY_S)
    except psycopg.Error as error:
        hearing.why = str(unavailable(error))
        if "FATAL" in str(error):  # it refuses one connection more, so it is there
            hearing.heard()


def clean(connection: AnsweredConnection) -> None:
    """Let nothing be left of a connection's last transaction. Raises OperationalError where it is broken."""
    usual, connection.answers_s = connection.answers_s, CLEAN_S
    connection.autocommit = True
    connection.execute(CLEAN)
    connection.autocommit = False
    connection.answers_s = usual
