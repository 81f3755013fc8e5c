"""Who waits where too many wait already: answered, and paced as all are."""

import asyncio

import pytest

from scrubjay_team.changes import waiting
from scrubjay_team.changes.waiting import ChangeHub
from tests.patience import PATIENCE_S
from tests.servers.team.memories.conftest import People


def test_one_more_than_may_wait_is_paced_as_all_are(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "MOST_WAITING", 0)
    hub = ChangeHub(people.databases.app, people.databases.clock)
    with people.entered("anna") as entered:
        caller = entered.caller

    async def waited() -> tuple[bool, bool]:
        with hub.waiting(people.tokens["anna"], caller) as waiter:
            at_once = waiter._over.is_set()
            return at_once, await waiter.until(asyncio.get_running_loop().time() + PATIENCE_S, woken=False)

    assert asyncio.run(waited()) == (False, False)
