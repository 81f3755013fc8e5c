"""A team's server and its PostgreSQL, killed at random moments under writes: what was acknowledged is counted after."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import psycopg

from scrubjay.model.clock import system_clock
from scrubjay_team.database.opening import serving
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.engine.places import find_place
from scrubjay_team.people.teams import Teams
from scrubjay_team.people.tokens import AccessTokens, TokenRequest
from tests.patience import PATIENCE_S

WRITERS = 3
EACH = 10
"""Writes that are acknowledged between two kills, at least."""

WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "haven", "inlet", "jetty")


@dataclass
class Kills:
    """How it went: the id acknowledged for each key, how often each process was killed, and what was found after.

    `sent` counts calls; `failed` are those of them that had no answer, or an error.
    """

    acknowledged: dict[str, str] = field(default_factory=dict)
    sent: int = 0
    failed: int = 0
    server: int = 0
    postgres: int = 0
    lost: int = 0
    doubled: int = 0


class KilledServer:
    """One server over a data folder, started anew after each kill."""

    def __init__(self, data: Path, seed: int) -> None:
        self._data, self._random = data, random.Random(seed)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        with serving(data) as addresses, OwnerDatabase(addresses.owner).transaction() as connection:
            team, _ = Teams(connection, system_clock).create("acme", "anna")
            request = TokenRequest(scopes=("search", "remember"), days=1)
            tokens = AccessTokens(connection, system_clock, team)
            self._tokens = [tokens.create("anna", request)[1] for _ in range(WRITERS)]
        self._process: subprocess.Popen[bytes] | None = None
        self.counted = Kills()
        self._stopping = threading.Event()

    def run(self, kills: int) -> Kills:
        """Kill so many times under writes, end, and count."""
        self._start()
        writers = [threading.Thread(target=self._write, args=(number,)) for number in range(WRITERS)]
        for writer in writers:
            writer.start()
        try:
            for _ in range(kills):
                self._acknowledges(EACH)
                time.sleep(self._random.uniform(0.0, 2.0))
                if self._random.random() < 0.5:
                    self._kill_server()
                else:
                    self._kill_postgres()
                self._tell()
            self._acknowledges(EACH)
        finally:
            self._stopping.set()
            for writer in writers:
                writer.join()
            assert self._process is not None
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(60)
        self._count()
        return self.counted

    def _start(self) -> None:
        environment = os.environ | {"SCRUBJAY_HOME": str(self._data.parent / "home")}
        command = [sys.executable, "-m", "scrubjay_team", "--data", str(self._data), "--port", str(self._port)]
        with (self._data.parent / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def _kill_server(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self.counted.server += 1
        self._start()

    def _kill_postgres(self) -> None:
        file = find_place(self._data).data / "postmaster.pid"
        pid = int(file.read_text(encoding="utf-8").split("\n", 1)[0])
        os.kill(pid, signal.SIGKILL)
        self.counted.postgres += 1

    def _acknowledges(self, more: int) -> None:
        """Wait until so many more writes are acknowledged."""
        end, wanted = time.monotonic() + 3 * PATIENCE_S, len(self.counted.acknowledged) + more
        while len(self.counted.acknowledged) < wanted:
            if time.monotonic() > end:
                raise TimeoutError((self._data.parent / "server.log").read_text(encoding="utf-8")[-2_000:])
            time.sleep(0.05)

    def _write(self, writer: int) -> None:
        """Store one memory after the other; what isn't acknowledged is sent again under the same key."""
        chance = random.Random(writer)
        for number in range(10**9):
            key, names = f"{writer}-{number}", " ".join(chance.sample(WORDS, 4))
            content = f"The {names} queue of shard {writer} holds {number} jobs."
            while not self._stopping.is_set():
                self.counted.sent += 1
                answer = self._call(writer, "remember", {"content": content, "key": key})
                if answer.get("id"):
                    self.counted.acknowledged[key] = answer["id"]
                    break
                self.counted.failed += 1
                time.sleep(0.1)
            if self._stopping.is_set():
                return
            time.sleep(0.02)

    def _call(self, writer: int, tool: str, arguments: dict[str, object]) -> dict[str, Any]:
        """The values that a tool answers; empty where there is no answer, or an error."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        told = {"authorization": f"Bearer {self._tokens[writer]}", "content-type": "application/json",
                "accept": "application/json, text/event-stream"}  # fmt: skip
        connection = HTTPConnection("127.0.0.1", self._port, timeout=15)
        try:
            connection.request("POST", "/mcp", json.dumps(message), told)
            answer = connection.getresponse()
            body = answer.read().decode()
        except (OSError, HTTPException):
            return {}
        finally:
            connection.close()
        result = json.loads(body).get("result", {}) if answer.status == 200 else {}
        return {} if result.get("isError") else result.get("structuredContent") or result

    def _tell(self) -> None:
        """Say how far it is, beside the server's log."""
        one = self.counted
        with (self._data.parent / "kills.log").open("a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%X')} {one.server} {one.postgres} {one.sent} {len(one.acknowledged)}\n")

    def _count(self) -> None:
        """Compare what is there with what was acknowledged."""
        with serving(self._data) as addresses, psycopg.connect(addresses.superuser) as connection:
            rows = connection.execute("SELECT id, content FROM scrubjay.memory").fetchall()
        shutil.rmtree(find_place(self._data).folder)
        there = {id.hex for id, _ in rows}
        self.counted.lost = sum(id not in there for id in self.counted.acknowledged.values())
        self.counted.doubled = len(rows) - len({content for _, content in rows})
