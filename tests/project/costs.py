"""What a piece of work costs, counted and not timed: SQL statements, stats, Python calls, processes."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import FrameType
from typing import Any, Self

TESTS = str(Path(__file__).parents[1])
STATS = {"stat", "lstat", "fstat", "access", "readlink", "scandir", "listdir", "getcwd"}
STATEMENTS = {"execute", "executemany", "executescript"}
PROCESSES = {"fork_exec", "posix_spawn", "posix_spawnp", "fork", "vfork"}
"""Names of the functions in C that do each."""


@dataclass(kw_only=True)
class Cost:
    """How many of each. A bare tool of the SDK has its own, which are taken off."""

    statements: int = 0
    stats: int = 0
    calls: int = 0
    processes: int = 0

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(**{one.name: getattr(self, one.name) - getattr(other, one.name) for one in fields(self)})

    def least(self, other: "Cost") -> "Cost":
        """The smaller one of each: what an earlier call left to be done may still go on beside a later one."""
        return Cost(**{one.name: min(getattr(self, one.name), getattr(other, one.name)) for one in fields(self)})

    def taken(self) -> Self:
        """What was counted until now; from here on it counts anew."""
        before = type(self)(**{one.name: getattr(self, one.name) for one in fields(self)})
        for one in fields(self):
            setattr(self, one.name, 0)
        return before


@contextmanager
def counted() -> Iterator[Cost]:
    """Counts what this thread does, and threads that it starts, but for the tests' own functions."""
    cost = Cost()

    def profile(frame: FrameType, event: str, function: Any) -> None:
        if event == "call":
            cost.calls += not frame.f_code.co_filename.startswith(TESTS)
        elif event == "c_call":
            name = function.__name__
            if name in STATEMENTS:
                cost.statements += "Connection" in type(getattr(function, "__self__", None)).__name__
            elif name in STATS:
                cost.stats += getattr(function, "__module__", "") in ("posix", "os")
            elif name in PROCESSES:
                cost.processes += 1

    before = sys.getprofile()
    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield cost
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
