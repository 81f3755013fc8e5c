"""Times the calls of one or more installed scrubjays over stdio, interleaved, beside their floors in the same run.

    python -m tests.benchmarks.calls CLONE NAME=PYTHON@HOME... [--calls 40] [--only NAME]

A home has CLONE as one of its projects; each NAME needs a home of its own, so copy one. Rows: the median wall time of
a call in ms, then the CPU of the server with the processes that it waited for. Questions are the headings of the
clone's pages. At the end each side runs alone: the memory that its servers hold in use and 40 seconds after the session
server was last asked, each alone (RSS) and shared fairly (PSS); the floor is a bare SDK server and one with the model.
"""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.floors import Plain
from tests.benchmarks.pairs import BY_PERSONS, Server, own_seconds, places
from tests.patience import PATIENCE_S

TOP = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
FLOORS = 2
ROOM = 90
"""MiB that both servers may hold beyond the SDK with the model and a bare SDK."""
RESTED_S = 40.0
"""Seconds after which a server that isn't asked has let its model go."""
PASSAGES = re.compile(r"\n(?=#)|\n\n(?=.{200})")
"""Where the floor's pages are cut: about as many pieces as scrubjay makes passages."""


@dataclass
class Side:
    """One scrubjay with its home; its two servers run while the `with` block does."""

    name: str
    python: str
    home: Path
    servers: dict[str, Server] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)

    @property
    def account(self) -> Path:
        """The home folder of the person, beside the home."""
        return self.home.with_name(f"{self.home.name}-account")

    @property
    def environment(self) -> dict[str, str]:
        more = {"SCRUBJAY_HOME": str(self.home), "HOME": str(self.account), "SCRUBJAY_TOOLSETS": '["core", "context"]'}
        return {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
            "SCRUBJAY_EMBEDDING_BACKGROUND": "false", **more,
        }  # fmt: skip

    @contextmanager
    def running(self, clone: Path) -> Iterator["Side"]:
        """Start both servers in a clone."""
        with ExitStack() as stack:
            for name in ("session", "knowledge"):
                command = [self.python, "-m", f"scrubjay_{name}"]
                self.servers[name] = stack.enter_context(serving(command, clone, self.environment))
            yield self

    def forget(self) -> None:
        """Forget what was remembered: only a hundred claims may wait."""
        for id in dict.fromkeys(self.kept):
            self.servers["knowledge"].call("forget_memory", id=id)
        self.kept.clear()

    def cost(self) -> float:
        """CPU seconds of both servers and of the processes that they waited for."""
        return sum(seconds(server.process.pid) for server in self.servers.values())


@contextmanager
def serving(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Iterator[Server]:
    """A server that has shaken hands."""
    process = subprocess.Popen(
        [*command], cwd=folder, env=dict(environment), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    server = Server(process)
    try:
        server.hello()
        yield server
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(PATIENCE_S)
        if process.stdout is not None:
            process.stdout.close()


def seconds(pid: int) -> float:
    """CPU seconds of a process and of the children that it waited for, to 10 ms for the children."""
    after_name = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return own_seconds(pid) + (int(after_name[13]) + int(after_name[14])) / TICKS


def memory(pid: int) -> tuple[float, float]:
    """RSS and PSS in MiB."""
    rows = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8").splitlines()[1:])
    return int(rows["Rss"].split()[0]) / 1024, int(rows["Pss"].split()[0]) / 1024


def pages_of(clone: Path) -> list[Path]:
    """The clone's committed pages in order."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=clone, capture_output=True, text=True, check=True).stdout
    return [clone / name for name in sorted(listed.split("\0")) if name.endswith((".md", ".rst"))]


def headings(clone: Path, most: int) -> list[str]:
    """Headings of the clone's pages, of three words or more, in random but repeatable order."""
    rows = {
        line.lstrip("# ").strip()
        for page in pages_of(clone)
        for line in page.read_text("utf-8", "replace").splitlines()
        if line.startswith("#") and 3 <= len(line.split()) - 1 <= 12
    }
    return random.Random(7).sample(sorted(rows), min(most, len(rows)))


Call = Callable[[Side, int], None]


def calls(clone: Path, questions: Sequence[str]) -> dict[str, Call]:
    """What is timed, by name; the nth call of each."""
    page = str(pages_of(clone)[0].relative_to(clone))

    def ask(server: str, tool: str, **arguments: str) -> Call:
        def call(side: Side, number: int) -> None:
            values = {"q": questions[number % len(questions)], "first": questions[0], "page": page, "n": number}
            text = {name: value.format_map(values) for name, value in arguments.items()}
            side.servers[server].call(tool, **text)

        return call

    def remember(side: Side, number: int) -> None:
        claim = places(clone)[number % len(places(clone))]
        result = side.servers["knowledge"].call("remember", content=claim)["structuredContent"]
        if result.get("id") and result["grade"] not in BY_PERSONS:
            side.kept.append(result["id"])

    return {
        "search": ask("knowledge", "search_knowledge", query="{q}"),
        "search, the same again": ask("knowledge", "search_knowledge", query="{first}"),
        "get_document": ask("knowledge", "get_document", path="{page}"),
        "list_decisions": ask("knowledge", "list_decisions"),
        "knowledge_status": ask("knowledge", "knowledge_status"),
        "session_init": ask("session", "session_init"),
        "note_progress": ask("session", "note_progress", text="Read page {n}"),
        "assemble_context": ask("session", "assemble_context", query="{q}"),
        "search_commits": ask("session", "search_commits", query="{q}"),
        **({"remember, a source": remember} if places(clone) else {}),
    }


@dataclass
class Timed:
    """The samples of one call on one side: wall and CPU ms."""

    walls: list[float] = field(default_factory=list)
    spent: float = 0.0

    def told(self) -> str:
        """The median, the 95th of a hundred, and the mean of CPU."""
        p95 = statistics.quantiles(self.walls, n=20)[-1] if len(self.walls) > 1 else self.walls[0]
        return f"{statistics.median(self.walls):6.1f} ({p95:5.1f}) cpu {self.spent / len(self.walls):5.1f}"


def timed(sides: Sequence[Side], call: Call, times: int) -> dict[str, Timed]:
    """Call each side in turn, in alternating order; two calls first warm it up."""
    samples = {side.name: Timed() for side in sides}
    for side in sides:
        call(side, times)
        call(side, times + 1)
    for number in range(times):
        for side in sides if number % 2 else sides[::-1]:
            before, started = side.cost(), time.perf_counter()
            call(side, number)
            samples[side.name].walls.append((time.perf_counter() - started) * 1000)
            samples[side.name].spent += (side.cost() - before) * 1000
    for side in sides:
        side.forget()
    return samples


def state_of(clone: Path) -> str:
    """Whether git knows by their times that the files are as committed, or reads each again: a clone nobody asked."""
    listed = subprocess.run(
        ["git", "ls-files", "--debug"], cwd=clone, capture_output=True, text=True, check=True
    ).stdout  # fmt: skip
    times = re.findall(r"^(.+)\n  ctime: .*\n  mtime: (\d+):(\d+)", listed, re.MULTILINE)
    known = [(clone / name).lstat().st_mtime_ns == int(s) * 10**9 + int(ns) for name, s, ns in times]
    index = (clone / ".git" / "index").stat().st_mtime_ns
    racy = sum(int(s) * 10**9 + int(ns) >= index for _, s, ns in times)
    return f"{len(known):,} files, {len(known) - sum(known)} unknown to the index by their time, {racy} racy"


def floors(clone: Path, home: Path, questions: Sequence[str], times: int) -> Iterator[tuple[str, float, str]]:
    """The name of each floor, its median wall time in ms, and the memory that it holds, where it is a process."""
    processes = {
        "SDK, bare": ["floors", "bare"],
        "SDK, model": ["floors", "model"],
        "search by hand": ["handwritten", str(clone), str(home), "--serve"],
    }
    with ExitStack() as stack:  # the first two together, as our two servers
        running: list[Server] = []
        for name, (module, *arguments) in processes.items():
            if len(running) == FLOORS:
                stack.close()
            command = [sys.executable, "-m", f"tests.benchmarks.{module}", *arguments]
            running.append(server := stack.enter_context(serving(command, TOP, os.environ)))
            walls = []
            for number in range(times + 2):
                started = time.perf_counter()
                server.call("floor", query=questions[number % len(questions)])
                walls.append((time.perf_counter() - started) * 1000)
            yield name, statistics.median(walls[2:]), f", {memory(server.process.pid)[0]:.0f} MiB"
            if len(running) == FLOORS:
                both = sum(memory(one.process.pid)[1] for one in running)
                yield f"both, and {ROOM} MiB", 0.0, f", PSS {both:.0f} + {ROOM} = {both + ROOM:.0f} MiB"
    texts = [
        part for page in pages_of(clone) for part in PASSAGES.split(page.read_text("utf-8", "replace")) if part.strip()
    ]
    plain = Plain(texts)
    for name, work in ((f"rank-bm25, {len(texts):,} texts", plain.words), ("one product", plain.product)):
        walls = []
        for question in questions[:times]:
            started = time.perf_counter()
            work(question)
            walls.append((time.perf_counter() - started) * 1000)
        yield name, statistics.median(walls), ""


def report(clone: Path, sides: Sequence[Side], times: int, only: str, rested_s: float = RESTED_S) -> Iterator[str]:
    """The rows of the table, as they are measured."""
    questions = headings(clone, times)
    yield f"{'clone':32} | {state_of(clone)}; each search asks for its default limit"
    for name, wall, held in floors(clone, sides[0].home, questions, times):
        yield f"{'floor: ' + name:32} | {wall:6.1f}{held}"
    with ExitStack() as stack:
        for side in sides:
            stack.enter_context(side.running(clone))
        for name, call in calls(clone, questions).items():
            if re.search(only, name):
                samples = timed(sides, call, times)
                yield f"{name:32} | " + " | ".join(f"{key} {sample.told()}" for key, sample in samples.items())
    for side in sides:  # one after the other: what two share is each one's by half
        with side.running(clone):
            for name, call in calls(clone, questions).items():
                for number in range(min(times, len(questions)) if re.search(only, name) else 0):
                    call(side, number)
            side.forget()
            yield f"{'MiB in use: ' + side.name:32} | {memory_of(side)}"
            until = time.monotonic() + rested_s
            while time.monotonic() < until:
                time.sleep(rested_s / 10)
                side.servers["knowledge"].call("search_knowledge", query=random.choice(questions))
            yield f"{'MiB, session server idle: ' + side.name:32} | {memory_of(side)}"


def memory_of(side: Side) -> str:
    """The memory of both servers, alone and together."""
    sizes = {name: memory(server.process.pid) for name, server in side.servers.items()}
    each = ", ".join(f"{name} {rss:.0f} (PSS {pss:.0f})" for name, (rss, pss) in sizes.items())
    return f"{each}; PSS of both {sum(pss for _, pss in sizes.values()):.0f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("sides", nargs="+", help="NAME=PYTHON@HOME")
    parser.add_argument("--calls", type=int, default=40)
    parser.add_argument("--only", default="", help="a part of the calls' names, as a regular expression")
    params = parser.parse_args()
    sides = []
    for given in params.sides:
        name, _, rest = given.partition("=")
        python, _, home = rest.rpartition("@")
        sides.append(Side(name, python, Path(home)))
    for row in report(params.clone, sides, params.calls, params.only):
        print(row, flush=True)


if __name__ == "__main__":
    main()
