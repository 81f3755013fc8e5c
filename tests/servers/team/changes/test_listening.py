"""LISTEN on a connection of its own: heard at once, made anew when it is lost, and given up behind a pooler."""

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from scrubjay_team.changes.listening import CHANNEL, listen
from tests.patience import PATIENCE_S
from tests.servers.team.conftest import Databases
from tests.servers.team.database.test_pooler import PROGRAM
from tests.servers.team.database.test_pooler import pooled as pooled

LISTENERS = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"


def listened(dsn: str, act: Callable[[asyncio.Event], Any]) -> None:
    """Listen while something is done that awaits what is heard."""

    async def run() -> None:
        heard = asyncio.Event()
        listening = asyncio.create_task(listen(dsn, heard.set))
        try:
            async with asyncio.timeout(PATIENCE_S):
                await act(heard)
        finally:
            listening.cancel()
            await asyncio.wait([listening])

    asyncio.run(run())


def test_what_another_says_is_heard_and_again_once_the_connection_was_lost(databases: Databases) -> None:
    async def act(heard: asyncio.Event) -> None:
        await heard.wait()  # it listens, and looks for what it missed
        with psycopg.connect(databases.addresses.superuser, autocommit=True) as other:
            for _ in range(3):
                heard.clear()
                other.execute(f"NOTIFY {CHANNEL}, '7'")
                await heard.wait()
                heard.clear()
                other.execute(f"SELECT pg_terminate_backend(pid) FROM ({LISTENERS}) AS listener")
                await heard.wait()

    listened(databases.addresses.app, act)


@pytest.mark.skipif(PROGRAM is None, reason="PgBouncer isn't installed")
def test_behind_a_pooler_nobody_listens_and_the_setting_is_named(
    pooled: str, databases: Databases, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await listen(pooled, lambda: pytest.fail("it listens"))

    asyncio.run(run())
    assert "team.listen_dsn" in caplog.text
    with psycopg.connect(databases.addresses.superuser) as admin:
        assert admin.execute(LISTENERS).fetchall() == []
