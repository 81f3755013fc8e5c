"""Members who wait for changes over HTTP as a client does, and many writes by several members at once."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

from scrubjay.errors import ScrubjayError
from scrubjay_team.memories.claims import TeamClaim
from tests.patience import PATIENCE_S
from tests.servers.team.memories.conftest import People


@dataclass
class Listener:
    """One member who waits; `port` says where the server answers at the moment."""

    port: Callable[[], int]
    token: str
    told: dict[str, float] = field(default_factory=dict)
    again: Counter[str] = field(default_factory=Counter)
    messages: list[tuple[float, tuple[str, ...]]] = field(default_factory=list)
    failures: int = 0

    def __post_init__(self) -> None:
        self._stopped = threading.Event()
        self.cursor = ""
        self.cursor = self._ask(0)["cursor"]
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(PATIENCE_S)

    def hears(self, ids: set[str]) -> bool:
        """Whether it is told of these in time."""
        until = time.monotonic() + PATIENCE_S
        while not ids <= set(self.told) and time.monotonic() < until:
            threading.Event().wait(0.01)
        return ids <= set(self.told)

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                found = self._ask(1 if self._stopped.is_set() else 5)
            except (OSError, HTTPException, ValueError):
                self.failures += 1
                threading.Event().wait(0.05)
                continue
            now = time.monotonic()
            self.cursor = found["cursor"]
            assert not found["resync"]
            if found["changes"]:
                self.messages.append((now, tuple(f"{one['told']} {one['name']}" for one in found["changes"])))
            for id in (id for one in found["changes"] for id in one["ids"]):
                self.again[id] += 1
                self.told.setdefault(id, now)

    def _ask(self, wait: int) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port(), timeout=30)
        try:
            query = urlencode({"after": self.cursor, "wait": wait})
            connection.request("GET", f"/api/v1/changes?{query}", headers={"authorization": f"Bearer {self.token}"})
            answer = connection.getresponse()
            if answer.status != 200:
                raise ValueError(answer.status)
            return json.loads(answer.read())
        finally:
            connection.close()


class Undone(Exception):
    """Raised to roll a write back."""


def write_many(
    people: People, who: str, number: int, repos: Sequence[str], *, first: int = 0, patient: bool = False
) -> dict[str, float]:
    """Writes by one member, each with the moment after its commit: every tenth is rolled back, every seventh late.

    `patient`: what fails because the database is away is left out.
    """
    done: dict[str, float] = {}

    def remember(count: int, before_commit: Callable[[], None] = lambda: None) -> None:
        number = first + count
        claim = TeamClaim(
            content=f"Rule {number * 7919} of {who} says what box {number} holds.", repo=repos[count % len(repos)]
        )
        with suppress(Undone):
            try:
                with people.entered(who) as entered:
                    id = people.memories.remember(entered, claim).id  # type: ignore[union-attr]
                    before_commit()
                    if count % 10 == 9:
                        raise Undone
                done[id] = time.monotonic()
            except ScrubjayError:
                if not patient:
                    raise

    count = 0
    while count < number:
        if count % 7 == 6 and count + 4 <= number:

            def others(count: int = count) -> None:
                for other in range(count + 1, count + 4):
                    remember(other)

            remember(count, others)
            count += 4
        else:
            remember(count)
            count += 1
    return done
