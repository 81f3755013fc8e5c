"""Many processes take handoffs and are killed: none is lost, none is held by two, no result is lost, none is told BUSY.

Three processes for a moment; with `-m optin` thirty-two for a minute.
"""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

from scrubjay.identity.agents.audit import AgentAudit
from scrubjay.storage.database import Database
from scrubjay_agents.handoffs.handoff import HandoffState
from scrubjay_agents.handoffs.store import HandoffStore
from tests.behaviour.handoff_work import quick_clock

TOP = Path(__file__).parents[2]


class Crowd:
    """Keeps a number of agents at work; what each said is in a file."""

    def __init__(self, file: Path, environment: dict[str, str], stack: ExitStack) -> None:
        self._file, self._environment, self._stack = file, environment, stack
        self.running: list[subprocess.Popen[bytes]] = []
        self.said: list[IO[bytes]] = []
        self.complaints: list[IO[bytes]] = []
        self.killed = 0

    def start(self) -> None:
        out = self._stack.enter_context(TemporaryFile())  # noqa: SIM115 - the stack closes it
        err = self._stack.enter_context(TemporaryFile())  # noqa: SIM115
        command = [sys.executable, "-m", "tests.behaviour.handoff_work", str(self._file), str(len(self.said))]
        process = subprocess.Popen(command, cwd=TOP, env=self._environment, stdout=out, stderr=err)
        self.running.append(process)
        self.said.append(out)
        self.complaints.append(err)

    def kill(self, number: int) -> None:
        process = self.running.pop(number)
        assert process.poll() is None, self.complained()
        process.kill()
        process.wait()
        self.killed += 1

    def lines(self) -> list[list[str]]:
        found = []
        for out in self.said:
            out.seek(0)
            found += [line.decode().split() for line in out.read().splitlines(keepends=True) if line.endswith(b"\n")]
        return found

    def has_left(self) -> bool:
        """Whether a handoff was left; read without moving the place where its process writes."""
        return any(b"left " in os.pread(out.fileno(), 1 << 20, 0) for out in self.said)

    def complained(self) -> str:
        told = []
        for err in self.complaints:
            err.seek(0)
            told.append(err.read().decode())
        return "".join(told)


@pytest.mark.parametrize(
    ("processes", "seconds"), [(3, 4), pytest.param(32, 60, marks=pytest.mark.optin)], ids=["few", "many"]
)
def test_killed_takers_lose_nothing_and_nothing_is_taken_twice(
    tmp_path: Path, environment: dict[str, str], processes: int, seconds: int
) -> None:
    file, chance = tmp_path / "session.db", random.Random(7)
    Database(file, "session").open().close()
    with ExitStack() as stack:
        crowd = Crowd(file, environment, stack)
        for _ in range(processes):
            crowd.start()
        until = time.monotonic() + seconds
        while time.monotonic() < until or not crowd.has_left():
            number = chance.randrange(processes)
            with suppress(subprocess.TimeoutExpired):
                crowd.running[number].wait(timeout=chance.uniform(0, 4 / processes + 0.4))
            crowd.kill(number)
            crowd.start()
        for number in reversed(range(processes)):
            crowd.kill(number)
        lines, complained = crowd.lines(), crowd.complained()
    assert complained == ""
    taken = Counter((id, lease) for word, id, lease in (line for line in lines if line[0] == "took"))
    assert not [key for key, times in taken.items() if times > 1]
    database = Database(file, "session")
    audit = AgentAudit(database, quick_clock)
    store = HandoffStore(database, quick_clock, audit, grown=lambda _: None)
    left = {line[1] for line in lines if line[0] == "left"}
    assert left
    assert taken
    for id in left:
        handoff = store.get(id)
        assert handoff is not None, "lost"
    for _, id, lease in (line for line in lines if line[0] == "done"):
        handoff = store.get(id)
        assert handoff is not None
        finished = handoff.state is HandoffState.COMPLETED and handoff.number == int(lease)
        assert finished or int(lease) in {note.lease for note in handoff.notes}
    assert audit.verify().ok
    print(f"{processes} processes, {crowd.killed} kills: {len(left)} left, {len(taken)} taken")
