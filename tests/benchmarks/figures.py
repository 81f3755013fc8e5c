"""How is a figure shown, what is measured on, and how is the program called by a benchmark?"""

import gzip
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from mcp import StdioServerParameters

from tests.conftest import Repo

ENDING_S = 10.0
"""How long a killed process may take to end."""


def show(name: str, given: str, result: str, goal: str) -> None:
    """Print one figure: its name, the input, the result, the goal."""
    print(f"\n{name:24} | {given:58} | {result:>22} | {goal}", file=sys.__stdout__, flush=True)


class Program:
    """The command line, as a user's process."""

    def __call__(self, *arguments: str, at: Repo) -> str:
        """Run `scrubjay`; returns what it printed. Fails with its words."""
        command = [sys.executable, "-m", "scrubjay.cli.main", *arguments]
        done = subprocess.run(command, cwd=at.path, env=at.environment, capture_output=True, text=True, timeout=900)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout or done.stderr


program = Program()


def pages(data: Path, most: int) -> list[str]:
    """Real Markdown pages: the fastapi corpus, then library pages."""
    found: list[str] = []
    for name in ("doc_links/fastapi", "doc_links/app-services", "docs_qa"):
        with gzip.open(data / name / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                found.append(row.get("text") or row.get("content") or "")
                if len(found) >= most:
                    return found
    return found


def kill_worker(home: Path) -> int:
    """kill -9 the worker of a home; returns how many there were."""
    return _kill(lambda process: _works_in(home, process))


def kill_all_of(home: Path) -> None:
    """kill -9 every process that serves a home, until none is left: a git hook may still be starting the worker."""
    while _kill(lambda process: _works_in(home, process) or process.environ().get("SCRUBJAY_HOME") == str(home)):
        pass


def _works_in(home: Path, process: psutil.Process) -> bool:
    return "scrubjay.operations.jobs.worker" in process.cmdline() and process.cwd() == str(home)


def _kill(chosen: Callable[[psutil.Process], bool]) -> int:
    """Kill the chosen ones among other processes and wait until they have ended; returns how many there were."""
    ended = []
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and process.status() != psutil.STATUS_ZOMBIE and chosen(process):
                process.kill()
                ended.append(process)
        except psutil.Error:
            continue
    psutil.wait_procs(ended, timeout=ENDING_S)
    return len(ended)


def server(module: str, at: Repo) -> StdioServerParameters:
    """How a client starts a server in a repository."""
    return StdioServerParameters(command=sys.executable, args=["-m", module], cwd=at.path, env=at.environment)


@dataclass
class Spent:
    """CPU and wall seconds of a block; `children` is the CPU of processes that ended in it."""

    cpu: float = 0.0
    wall: float = 0.0
    children: float = field(default=0.0)


@contextmanager
def spent() -> Iterator[Spent]:
    """Measure a block."""
    result = Spent()
    before, wall = _usage(), time.perf_counter()
    yield result
    after = _usage()
    result.cpu, result.children = after[0] - before[0], after[1] - before[1]
    result.wall = time.perf_counter() - wall


def _usage() -> tuple[float, float]:
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime, theirs.ru_utime + theirs.ru_stime


@dataclass(frozen=True)
class Size:
    """Whether a benchmark runs in full, as asked for by its marker, or in the small form that always runs."""

    full: bool

    def of(self, full: int, small: int) -> int:
        """A number for each form."""
        return full if self.full else small

    def show(self, name: str, given: str, result: str, goal: str) -> None:
        """Print one figure; those of the small form say nothing of speed."""
        if self.full:
            show(name, given, result, goal)
