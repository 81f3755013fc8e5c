"""Many writes over several connections, some late and some undone: each is told, once, to whom a query shows it."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.people.members import Members
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import AccessTokens, TokenRequest
from tests.patience import PATIENCE_S
from tests.servers.team.api.listeners import Listener, write_many
from tests.servers.team.memories.conftest import People
from tests.servers.team.memories.conftest import people as people
from tests.servers.team.serving.conftest import serving

WRITERS = ("anna", "ben", "anna", "ben")
REPOS = {"anna": ("", "shop", "pay"), "ben": ("", "shop")}


class Told:
    """Two servers over one database, of which members listen to one, and who listens."""

    def __init__(self, people: People, folder: Path) -> None:
        self._people, self._folder = people, folder
        self._servers = ExitStack()
        self.port = 0
        self.begin()
        self.other = ExitStack()
        self.other_port = self.other.enter_context(serving(people.databases, folder))[0]
        self.listeners = {
            "anna": Listener(lambda: self.port, self.token("acme", "anna")),
            "ben": Listener(lambda: self.other_port, self.token("acme", "ben")),
            "carl": Listener(lambda: self.port, self.token("bolt", "carl")),
        }

    def begin(self) -> None:
        """Start the server that may be ended, at another port."""
        self.port = self._servers.enter_context(serving(self._people.databases, self._folder))[0]

    def restart(self) -> None:
        self._servers.close()
        self.begin()

    def token(self, team: str, who: str) -> str:
        clock = self._people.databases.clock
        with self._people.databases.owner.transaction() as connection:
            its = Teams(connection, clock).found(team)
            assert Members(connection, clock, its)
            return AccessTokens(connection, clock, its).create(who, TokenRequest(scopes=("search",)))[1]

    def close(self) -> None:
        for one in self.listeners.values():
            one._stopped.set()
        self._servers.close()
        self.other.close()
        for one in self.listeners.values():
            one.stop()


@pytest.fixture
def told(people: People, tmp_path: Path) -> Iterator[Told]:
    made = Told(people, tmp_path)
    yield made
    made.close()


def visible(people: People, who: str) -> set[str]:
    with people.entered(who) as entered:
        return {row["id"].hex for row in entered.connection.execute("SELECT id FROM memory").fetchall()}


@pytest.mark.parametrize("number", [200, pytest.param(1_000, marks=pytest.mark.benchmark)])
def test_each_write_is_told_once_to_whom_a_query_shows_it(people: People, told: Told, number: int) -> None:
    began = time.monotonic()
    with ThreadPoolExecutor(len(WRITERS)) as threads:
        share = number // len(WRITERS)
        futures = [
            threads.submit(write_many, people, who, share, REPOS[who], first=place * share)
            for place, who in enumerate(WRITERS)
        ]
        written = {id: at for future in futures for id, at in future.result().items()}
    elapsed = time.monotonic() - began
    assert visible(people, "anna") == set(written)
    for who in ("anna", "ben"):
        listener, shown = told.listeners[who], visible(people, who)
        assert listener.hears(shown)
        late = sorted(listener.told[id] - written[id] for id in shown)
        print(
            f"{who}: {len(shown)} told in {len(listener.messages)} messages over {elapsed:.1f} s of writes; median "
            f"{late[len(late) // 2]:.2f} s, 95% {late[len(late) * 95 // 100]:.2f} s, most {late[-1]:.2f} s"
        )
        assert set(listener.told) == shown
        assert set(listener.again.values()) == {1}
        over = listener.messages[-1][0] - began
        assert len(listener.messages) <= over + 2, "a resource was told of more than once a second"
    assert (told.listeners["carl"].told, told.listeners["carl"].messages) == ({}, [])


@pytest.mark.story
def test_nothing_is_lost_while_postgresql_and_servers_end(
    people: People, told: Told, postgres: EmbeddedPostgres
) -> None:
    faults = (
        lambda: os.kill(postgres.pid, signal.SIGINT), told.restart, lambda: os.kill(postgres.pid, signal.SIGQUIT),
        told.restart,
    )  # fmt: skip
    with ThreadPoolExecutor(2) as threads:
        for round, fault in enumerate(faults):
            futures = [
                threads.submit(write_many, people, who, 40, REPOS[who], first=round * 1_000, patient=True)
                for who in ("anna", "ben")
            ]
            fault()
            for future in futures:
                future.result()
            settle(people)
            for who in ("anna", "ben"):
                assert told.listeners[who].hears(visible(people, who)), (round, who)
    print({who: one.failures for who, one in told.listeners.items()})
    assert told.listeners["carl"].told == {}


def settle(people: People) -> None:
    """Wait until the database answers again."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            visible(people, "anna")
            return
        except Exception:
            assert time.monotonic() < until
            threading.Event().wait(0.05)
