"""Servers of one team as processes of their own, over one database, and a load on all of them that counts errors."""

import itertools
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from scrubjay.model.clock import system_clock
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import TokenRequest
from scrubjay_team.place import DSN_VARIABLE, WORKER_VARIABLE
from tests.patience import PATIENCE_S
from tests.project.trees import TOP
from tests.servers.team.conftest import Databases

MEMBERS = 4
PAUSE_S = 0.25
"""Between two requests of a member, so that no rate of a token is reached."""


@dataclass(frozen=True)
class Program:
    """A server's process, where it answers, and the file of what it printed."""

    process: "subprocess.Popen[bytes]"
    port: int
    printed: Path

    def says(self) -> str:
        return self.printed.read_text(errors="replace")

    def end(self) -> int:
        """End it as a service's manager does; returns its exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE_S)


@contextmanager
def program(databases: Databases, folder: Path, tree: Path = TOP, port: int = 0) -> Iterator[Program]:
    """A server of the code in a tree, over a database; it is ended at the end."""
    folder.mkdir(mode=0o700)
    with socket.create_server(("127.0.0.1", port)) as free:
        port = free.getsockname()[1]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(tree / "shared"), str(tree / "servers"))), "SCRUBJAY_HOME": str(folder),
        DSN_VARIABLE: databases.addresses.app, WORKER_VARIABLE: databases.addresses.worker,
        "SCRUBJAY_EMBEDDING_PROVIDER": "none", "PYTHONSAFEPATH": "1",
    }  # fmt: skip
    words = [sys.executable, "-m", "scrubjay_team", "--port", str(port)]
    with (folder / "printed").open("wb") as out:
        process = subprocess.Popen(words, cwd=folder, env=environment, stdout=out, stderr=out)
    running = Program(process, port, folder / "printed")
    try:
        until = time.monotonic() + PATIENCE_S
        while "scrubjay serves a team" not in running.says() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        yield running
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


@dataclass
class MixedLoad:
    """Members who search, remember, hand over and look what is new, at whichever server is in `ports`."""

    tokens: list[str]
    ports: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    done: dict[int, int] = field(default_factory=dict)
    asking: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._over, self._lock = threading.Event(), threading.Lock()
        self._turns = itertools.count()
        self._threads = [threading.Thread(target=self._run, args=(one,)) for one in self.tokens]

    def __enter__(self) -> "MixedLoad":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE_S)

    def more(self, port: int, requests: int = 30) -> None:
        """Wait until a server has answered some more requests."""
        wanted, until = self.done.get(port, 0) + requests, time.monotonic() + PATIENCE_S
        while self.done.get(port, 0) < wanted and not self.errors and time.monotonic() < until:
            time.sleep(0.02)

    def without(self, port: int) -> None:
        """Send nothing more to a server, and wait until it has answered what it was asked, as a proxy drains one."""
        with self._lock:
            self.ports.remove(port)
        until = time.monotonic() + PATIENCE_S
        while self.asking.get(port, 0) and time.monotonic() < until:
            time.sleep(0.01)

    def _run(self, token: str) -> None:
        while not self._over.wait(PAUSE_S):
            with self._lock:
                turn = next(self._turns)
                port = self.ports[turn % len(self.ports)]
                self.asking[port] = self.asking.get(port, 0) + 1
            try:
                self._one(port, token, turn)
            except Exception as error:
                self.errors.append(f"{port}: {error!r}")
            finally:
                with self._lock:
                    self.asking[port] -= 1
                    self.done[port] = self.done.get(port, 0) + 1

    def _one(self, port: int, token: str, turn: int) -> None:
        text = f"The nest number {turn} is looked after by the crew of day {turn % 7}."
        context = {"task_description": f"look after nest {turn}"}
        match turn // max(len(self.ports), 1) % 5:
            case 0 | 1:
                told = ask(port, token, "POST", "/memories", {"content": text, "key": f"nest {turn}"})
                self.stored.append(told["id"])
            case 2:
                ask(port, token, "POST", "/handoffs", {"target": "any", "context": context})
            case 3:
                ask(port, token, "POST", "/search", {"query": "who looks after the nest"})
            case _:
                ask(port, token, "GET", "/changes", None)


def ask(port: int, token: str, method: str, path: str, body: Any) -> Any:
    """One request; returns what it was answered. Raises for any other answer than 200."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        headers = {"authorization": f"Bearer {token}"} | ({"content-type": "application/json"} if body else {})
        connection.request(method, f"/api/v1{path}", json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:500]}")
        return json.loads(text)
    finally:
        connection.close()


def members(databases: Databases) -> list[str]:
    """Tokens of some members of a new team."""
    tokens = []
    with databases.owner.transaction() as connection:
        Teams(connection, system_clock).create("acme", "olga")
        people = TeamPeople.found(connection, system_clock)
        for number in range(MEMBERS):
            name = f"m{number}"
            people.members.add(name, "writer")
            request = TokenRequest(scopes=("search", "remember", "handoff"), days=1)
            tokens.append(people.tokens.create(name, request)[1])
    return tokens
