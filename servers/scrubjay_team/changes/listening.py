"""Hearing of changes at once: LISTEN on a connection of its own, made anew whenever it ends."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

import psycopg

from scrubjay_team.database.connecting import OPTIONS
from scrubjay_team.database.failures import reason

CHANNEL: Final = "scrubjay_outbox"

FIRST_S: Final = 0.2
LONGEST_S: Final = 10.0
"""Seconds before a connection is made anew: at first, and at most after tries that failed."""

POOLED: Final = (
    "a pooler stands before the team's database, so changes are looked for once a second instead of heard of at once: "
    "name the database's own address in team.listen_dsn"
)

_OPTIONS: Final[dict[str, Any]] = {name: value for name, value in OPTIONS.items() if name != "row_factory"}
_log = logging.getLogger(__name__)


async def listen(dsn: str, heard: Callable[[], object]) -> None:
    """Call `heard` whenever a server tells of a change, and once a connection was made anew. Ends where none can be.

    Runs until it is cancelled, but behind a pooler, which loses what it is told.
    """
    pause = FIRST_S
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True, **_OPTIONS) as connection:
                if not await is_direct(connection):
                    _log.warning(POOLED)
                    return
                await connection.execute(f"LISTEN {CHANNEL}")
                pause = FIRST_S
                heard()
                async for _ in connection.notifies():
                    heard()
        except psycopg.Error as error:
            if pause == FIRST_S:
                _log.warning("changes are looked for once a second until LISTEN works again: %s", reason(error))
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_S)


async def is_direct(connection: "psycopg.AsyncConnection[Any]") -> bool:
    """Whether a connection ends at PostgreSQL itself: a pooler names a process that isn't the one that answers."""
    cursor = await connection.execute("SELECT pg_backend_pid()")
    row = await cursor.fetchone()
    return row is not None and bool(row[0] == connection.info.backend_pid)
