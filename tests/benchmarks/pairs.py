"""Compares the CPU time of two installed scrubjays in interleaved pairs: start, search, remember, hooks, commit.

    python tests/benchmarks/pairs.py BASE_PYTHON HEAD_PYTHON BUNDLE [--pairs 20] [--only NAME]

Each side has an account, a home and a clone of BUNDLE of its own. A row gives both medians, the median of the ratios
head / base, and the upper bound of its 95 % bootstrap interval. What a hook leaves to the worker isn't counted.
"""

import argparse
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE_S

CALLS = 10
"""Calls of a running server that make one measurement."""
CLAIMS = 4
"""The same for claims: a hundred may wait, and 21 pairs make 84."""
BY_PERSONS = ("told", "verified")
"""Grades that no agent may forget."""
RESAMPLES = 10_000
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "pairs", "version": "1"}}


@dataclass
class Server:
    """A server over stdio, spoken to in plain JSON lines."""

    process: "subprocess.Popen[str]"
    ids: Iterator[int] = field(default_factory=count)

    def send(self, method: str, params: dict[str, Any], *, notify: bool = False) -> dict[str, Any]:
        """Send one message and wait for its answer, unless it is a notification."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if not notify:
            message["id"] = next(self.ids)
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        while not notify:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == message["id"] and "method" not in answer:
                assert not answer["result"].get("isError"), answer
                return dict(answer["result"])
        return {}

    def hello(self) -> None:
        """Shake hands, and list the tools."""
        self.send("initialize", HELLO)
        self.send("notifications/initialized", {}, notify=True)
        self.send("tools/list", {})

    def call(self, tool: str, **arguments: str) -> dict[str, Any]:
        """Call a tool; returns its answer."""
        return self.send("tools/call", {"name": tool, "arguments": arguments})


Ask = Callable[[Server, int], dict[str, Any]]
"""A call, the nth of its kind."""


@dataclass
class Side:
    """One scrubjay with an account, a home and a clone of its own."""

    python: str
    folder: Path
    stack: ExitStack = field(default_factory=ExitStack)
    servers: dict[str, Server] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)

    def end_servers(self) -> None:
        """End those that calls have started; what was remembered is forgotten first."""
        for id in dict.fromkeys(self.kept):
            self.servers["knowledge"].call("forget_memory", id=id)
        self.kept.clear()
        self.stack.close()
        self.servers.clear()

    @property
    def clone(self) -> Path:
        return self.folder / "clone"

    @property
    def environment(self) -> dict[str, str]:
        names = {"HOME": str(self.folder / "account"), "SCRUBJAY_HOME": str(self.folder / "home")}
        people = {
            f"GIT_{role}_{what}": "pairs@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1", **names, **people}

    def set_up(self, bundle: Path) -> None:
        """Clone, init, and index everything."""
        (self.folder / "account").mkdir(parents=True)
        run(self, ["git", "clone", "-q", str(bundle), str(self.clone)], at=self.folder)
        run(self, self.command("init", "--yes", "--wait"))
        run(self, self.command("ingest", "--wait"))

    def command(self, *arguments: str) -> list[str]:
        """A command line of this side's scrubjay."""
        return [self.python, "-m", "scrubjay.cli.main", *arguments]

    @contextmanager
    def server(self, name: str) -> Iterator[Server]:
        """A server of this side that has shaken hands."""
        process = subprocess.Popen(
            [self.python, "-m", f"scrubjay_{name}"], cwd=self.clone, env=self.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        server = Server(process)
        try:
            server.hello()
            yield server
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PATIENCE_S)


def children() -> float:
    """CPU seconds of the processes that were waited for so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def own_seconds(pid: int) -> float:
    """CPU seconds of a process's threads, by Linux's clock of that process; a worker that it started is a child."""
    return time.clock_gettime((~pid) << 3 | 2)


def run(side: Side, command: list[str], *, at: Path | None = None, given: str = "") -> float:
    """Run a process to its end; returns its CPU seconds with those of the children that it waited for."""
    before = children()
    done = subprocess.run(
        command, cwd=at or side.clone, env=side.environment, input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return children() - before


def started(side: Side, name: str) -> float:
    """From nothing to the list of tools, and to the end."""
    before = children()
    with side.server(name):
        pass
    return children() - before


def called(side: Side, name: str, ask: Ask, number: int, calls: int = CALLS) -> float:
    """Calls of one server that answers all of an operation's pairs, the first of which warms it up."""
    if name not in side.servers:
        side.servers[name] = side.stack.enter_context(side.server(name))
    server = side.servers[name]
    before = own_seconds(server.process.pid)
    answers = [ask(server, number * calls + n) for n in range(calls)]
    spent = own_seconds(server.process.pid) - before
    results = [answer.get("structuredContent") or {} for answer in answers]
    side.kept += [result["id"] for result in results if result.get("id") and result.get("grade") not in BY_PERSONS]
    return spent


def hook(side: Side, event: str, number: int) -> float:
    """One event of a client."""
    message = {"hook_event_name": event, "source": "startup", "cwd": str(side.clone), "session_id": f"{event}-{number}"}
    command = [
        side.python,
        "-I",
        "-m",
        "scrubjay.integrations.client_hooks.event",
        "--home",
        side.environment["SCRUBJAY_HOME"],
    ]
    return run(side, command, given=json.dumps(message))


def commit(side: Side, number: int) -> float:
    """One commit with its hooks, as far as the person waits for it."""
    (side.clone / "pairs.md").write_text(f"# Pair {number}\n\nThe number is {number}.\n")
    run(side, ["git", "add", "pairs.md"])
    return run(side, ["git", "commit", "-q", "-m", f"Pair {number}"])


@cache
def places(clone: Path) -> tuple[str, ...]:
    """The plain sentences of the documents that stand on a line of their own, as claims with their places."""
    return tuple(
        f"{line} ({file.relative_to(clone)}:{number})"
        for file in sorted(clone.glob("docs/**/*.md"))
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1)
        if re.fullmatch(r"[A-Z][^|<>*#]{40,160}\.", line)
    )


def claim(server: Server, number: int) -> dict[str, Any]:
    """Remember a claim that cites nothing."""
    return server.call("remember", content=f"Bus number {number} keeps its events for {number} days.")


QUESTIONS = ("how are events signed", "why one topic for each event", "what is in an event's metadata", "avro schema")
MEASURED: dict[str, Callable[[Side, int], float]] = {
    "start session": lambda side, _: started(side, "session"),
    "start knowledge": lambda side, _: started(side, "knowledge"),
    "search, command": lambda side, n: run(side, side.command("search", QUESTIONS[n % 4], "--json")),
    f"search, {CALLS} calls": lambda side, n: called(
        side, "knowledge", lambda s, k: s.call("search_knowledge", query=f"{QUESTIONS[k % 4]} {k % 7}"), n
    ),
    f"remember, {CLAIMS} calls": lambda side, n: called(side, "knowledge", claim, n, CLAIMS),
    f"remember a place, {CLAIMS} calls": lambda side, n: called(
        side,
        "knowledge",
        lambda s, k: s.call("remember", content=places(side.clone)[k % len(places(side.clone))]),
        n,
        CLAIMS,
    ),
    f"search_commits, {CALLS} calls": lambda side, n: called(
        side, "session", lambda s, k: s.call("search_commits", query=QUESTIONS[k % 4]), n
    ),
    f"session_init, {CALLS} calls": lambda side, n: called(side, "session", lambda s, _: s.call("session_init"), n),
    "hook SessionStart": lambda side, n: hook(side, "SessionStart", n),
    "hook Stop": lambda side, n: hook(side, "Stop", n),
    "git commit": commit,
    "ingest, nothing new": lambda side, _: run(side, side.command("ingest")),
}


def bound(ratios: list[float]) -> float:
    """The upper end of the 95 % bootstrap interval of the median."""
    chance = random.Random(0)
    medians = sorted(statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(RESAMPLES))
    return medians[int(RESAMPLES * 0.975)]


def main() -> int:
    """Measure and print one row an operation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base")
    parser.add_argument("head")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--only", default="", help="a part of the operations' names, as a regular expression")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a worker may still write
        sides = [Side(asked.base, Path(folder) / "base"), Side(asked.head, Path(folder) / "head")]
        for side in sides:
            side.set_up(asked.bundle.resolve())
        print(f"{'operation':24} | {'base ms':>8} | {'head ms':>8} | {'ratio':>6} | upper 95 %", flush=True)
        for name, measure in MEASURED.items():
            if not re.search(asked.only, name):
                continue
            pairs = []
            for number in range(asked.pairs + 1):
                order = sides if number % 2 else sides[::-1]
                cost = {side.python: measure(side, number) for side in order}
                pairs.append((cost[asked.base], cost[asked.head]))
            for side in sides:
                side.end_servers()
            pairs = pairs[1:]  # the first one warms up
            ratios = [head / max(base, 0.001) for base, head in pairs]
            medians = [statistics.median(pair[n] for pair in pairs) * 1000 for n in (0, 1)]
            told = f"{medians[0]:8.1f} | {medians[1]:8.1f} | {statistics.median(ratios):6.3f} | {bound(ratios):.3f}"
            print(f"{name:24} | {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
