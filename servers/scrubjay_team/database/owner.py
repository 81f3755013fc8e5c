"""The owner's connection to the database: migrations, and the acts of `scrubjay team` on the server's machine."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from scrubjay_team.database.acts import OnAudit, telling
from scrubjay_team.database.connecting import Connection, connected
from scrubjay_team.database.failures import explained


class OwnerDatabase:
    """The database as `scrubjay_owner`, which owns the tables and sees people and projects, but no contents."""

    def __init__(self, dsn: str, on_audit: OnAudit | None = None) -> None:
        """Connects to nothing yet. `on_audit` keeps the acts of each transaction before it commits."""
        self._dsn = dsn
        self._on_audit = on_audit

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction on a connection of its own: committed at its end, undone by any exception.

        Raises TeamDatabaseUnavailable, TeamDatabaseSlow, TeamDatabaseRefused and DiskFull for what PostgreSQL does.
        """
        connection = connected(self._dsn)
        try:
            with connection, connection.transaction(), telling(connection, self._on_audit):
                yield connection
        except psycopg.Error as error:
            told = explained(error, lost=connection.broken)
            if told is None:
                raise
            raise told from None
