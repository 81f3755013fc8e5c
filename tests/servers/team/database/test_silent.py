"""A PostgreSQL that doesn't answer at all: whoever asks is told so in seconds, and is served once it answers again."""

import os
import signal
import time

import pytest

from scrubjay_team.database.connecting import AnsweredConnection, TeamDatabase
from scrubjay_team.errors import TeamDatabaseUnavailable


def backend(database: TeamDatabase) -> int:
    """The process of PostgreSQL that serves the next transaction."""
    with database.plain() as connection:
        row = connection.execute("SELECT pg_backend_pid() AS pid").fetchone()
    assert row is not None
    return int(row["pid"])


def stopped_inside(database: TeamDatabase, pid: int) -> None:
    """A transaction whose PostgreSQL falls silent."""
    with database.plain() as connection:
        os.kill(pid, signal.SIGSTOP)
        connection.execute("SELECT 1")


def test_a_postgresql_that_falls_silent_in_a_transaction_is_told(
    single: TeamDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnsweredConnection, "answers_s", 1.0)
    pid, began = backend(single), time.monotonic()
    try:
        with pytest.raises(TeamDatabaseUnavailable, match="doesn't answer"):
            stopped_inside(single, pid)
        assert time.monotonic() - began < 10
    finally:
        os.kill(pid, signal.SIGCONT)
    assert backend(single) != pid


def test_a_connection_that_is_silent_before_a_transaction_is_replaced(single: TeamDatabase) -> None:
    pid, began = backend(single), time.monotonic()
    os.kill(pid, signal.SIGSTOP)
    try:
        assert backend(single) != pid
        assert time.monotonic() - began < 15
    finally:
        os.kill(pid, signal.SIGCONT)
