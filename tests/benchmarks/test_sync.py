"""What does a first sync of 10,000 memories cost, and one after a change? CPU seconds with git's, bytes, peak memory.

pytest tests/benchmarks/test_sync.py -m benchmark -s
"""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.rows import Q
from tests.shared.scrubjay_exchange.syncing.conftest import Fleet, Machine

pytestmark = pytest.mark.benchmark

MEMORIES = 10_000


@contextmanager
def measured(what: str) -> Iterator[None]:
    """Prints the CPU seconds of this process and its children."""
    before = os.times()
    yield
    after = os.times()
    own, git = sum(after[:2]) - sum(before[:2]), sum(after[2:4]) - sum(before[2:4])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"\n{what}: {own:.2f} s CPU, git {git:.2f} s, peak {peak:.0f} MB", end="")


def crowd(machine: Machine) -> None:
    """Memories of about 30 words, each as a person told it."""
    first = machine.say("Tea at five.")
    evidence = machine.memories.evidence([first])[first][0]
    rows = range(MEMORIES - 1)

    def write(connection: object) -> None:
        for n in rows:
            words = " ".join(f"word{(n * 7 + k * 131) % 9_973}" for k in range(30))
            (number,) = connection.execute(  # type: ignore[attr-defined]
                Q.add,
                {"id": f"{n:032x}", "kind": "fact", "content": words, "digest": f"{n:064x}", "scope": "user",
                 "project": "", "author": "anna", "origin": "person", "session": "", "quote": "", "applies": "",
                 "tags": "[]", "branch": "", "commit": "", "at": "2026-03-01T12:00:00Z", "key": None, "agent": ""},
            ).fetchone()  # fmt: skip
            connection.execute(  # type: ignore[attr-defined]
                Q.add_belief,
                {"memory": number, "status": "active", "reason": "told", "valid_from": "2026-03-01T12:00:00Z",
                 "valid_until": "", "recorded_at": "2026-03-01T12:00:00Z", "retracted_at": "", "actor": "anna"},
            )  # fmt: skip
            connection.execute(  # type: ignore[attr-defined]
                Q.add_evidence,
                {"memory": number, "captured_at": evidence.capture_time, "verdict": "stored", "reason": "told",
                 "source": "person", "source_id": "anna", "act": "typed at a terminal", "observation": "", "turn": "",
                 "earned": 0, "rules": 1, "horizon": "", "similarity": 0.0, "conflict": "", "passed": "[]",
                 "failed": "[]", "metadata": "{}", "session": ""},
            )  # fmt: skip

    machine.database.write(write)


def test_sync(tmp_path: Path, environment: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    fleet = Fleet(tmp_path / "fleet", GitEnvironment.of(environment))
    desk, laptop = fleet.machine("desk"), fleet.machine("laptop")
    crowd(desk)
    steps: list[tuple[str, Callable[[], object]]] = [
        ("first sync, sending", desk.sync),
        ("first sync, merging", laptop.sync),
        ("nothing new", desk.sync),
        ("one told", lambda: (desk.say("Bread on Monday."), desk.sync())[1]),
        ("one merged", laptop.sync),
        ("one forgotten, all sent anew",
         lambda: (desk.memories.forget(f"{7:032x}", "anna", authority=True), desk.sync())[1]),
        ("the forgotten one merged, all read anew", laptop.sync),
    ]  # fmt: skip
    with capsys.disabled():
        for what, act in steps:
            with measured(what):
                report = act()
            print(f"; sent {report.sent}, {report.bytes_sent:,} bytes, read {report.bytes_read:,} bytes", end="")  # type: ignore[attr-defined]
        print()
    assert desk.state() == laptop.state()
    fleet.close()
