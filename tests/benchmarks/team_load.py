"""How many searches and writes a second does a team's server take, beside the same SQL by hand?

    python -m tests.benchmarks.team_load FOLDER [--size 1000000] [--projects 100] [--share 1] [--seconds 60]
                                         [--memories 0] [--teams 1] [--rates 15 20 30] [--writes 1] [--processes 1]
                                         [--buffers 1GB] [--sides sql http] [--json FILE]

FOLDER holds a database that team_growth made, or with memories beside that team_memories did. `python -m scrubjay_team`
serves it on loopback; a generator in a process of its own asks by an open loop (team_generator), first 10 searches and
1 write a second, then at each rate until the 95th of a hundred searches takes more than 300 ms: the last rate before is
the saturation. The floor is asked in the same run by the same generator: all statements that the program asks for the
same calls, without the program. `--processes` are those of the server, which the generator's connections ask in turns.
A row gives p50 / p95 / p99 of searches and of writes in ms, what failed, and the CPU seconds of the server's process,
of PostgreSQL and of the generator by second of the run.
"""

import argparse
import json
import os
import pickle
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import uuid4, uuid5

import psutil
import psycopg

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.model.frozen import dataclass
from scrubjay_team.engine.embedded import Addresses
from scrubjay_team.people.secret import new_token
from tests.benchmarks.team_asked import SyntheticQuestion, questions
from tests.benchmarks.team_calls import AskedTools
from tests.benchmarks.team_generator import LoadAnswer, LoadCaller, LoadPlan
from tests.benchmarks.team_growth import granted_projects
from tests.benchmarks.team_remembered import texts
from tests.benchmarks.team_tables import NAMESPACE, SMALL_SERVER, Shape, cluster, entering, inside, set_embedder

TOP: Final = Path(__file__).parents[2]
GOAL_MS: Final = 300.0
ASKED: Final = 100
"""Different questions."""
MEMBERS: Final = 10
"""Who ask: of one member two calls run at once."""
TOKENS: Final = 40
"""Of theirs: a token may call ten times a second."""
WRITTEN: Final = 20
"""Writes whose statements are recorded."""
READY_S: Final = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadFigure:
    """One run: what was asked of whom, the ms as (p50, p95, p99), and CPU seconds a second of each process."""

    side: str
    rate: float
    writes_a_second: float
    searches: tuple[float, ...]
    writes: tuple[float, ...]
    answered: int
    failed: int
    errors: tuple[str, ...]
    server_cpu: float
    postgres_cpu: float
    generator_cpu: float
    load: float

    @property
    def keeps_up(self) -> bool:
        return self.searches[1] <= GOAL_MS and self.failed <= self.answered / 100


def three(values: list[float]) -> tuple[float, ...]:
    """p50, p95, p99."""
    each = sorted(values) or [0.0]
    return tuple(round(each[min(len(each) - 1, int(len(each) * part))], 1) for part in (0.5, 0.95, 0.99))


def make_callers(at: Addresses, shape: Shape, share: int) -> list[LoadCaller]:
    """Tokens for this run, of members who are granted what the member with a share is."""
    made, now = list[LoadCaller](), datetime.now(UTC)
    add_member = "INSERT INTO scrubjay.member (id, team, name, role, created_at) VALUES (%s, %s, %s, 'writer', %s)"
    grant = (
        "INSERT INTO scrubjay.project_member SELECT team, project, %s FROM scrubjay.project_member WHERE member = %s"
    )
    add_token = (
        "INSERT INTO scrubjay.access_token (id, team, member, name, digest, scopes, created_at, expires_at) "
        "VALUES (%s, %s, %s, 'load', %s, '{search,remember}', %s, %s)"
    )
    with psycopg.connect(inside(at, shape.database).superuser) as connection:
        find = "SELECT id, team FROM scrubjay.member WHERE name = %s AND team = %s"
        like, team = connection.execute(find, [f"member {share}", uuid5(NAMESPACE, "team")]).fetchone() or ()
        members = [uuid4() for _ in range(MEMBERS)]
        for member in members:
            connection.execute(add_member, [member, team, f"load {member.hex[:8]}", now])
            connection.execute(grant, [member, like])
        for number in range(TOKENS):
            (text, digest), token, member = new_token(), uuid4(), members[number % MEMBERS]
            connection.execute(add_token, [token, team, member, digest, now, now + timedelta(days=1)])
            made.append(LoadCaller(text, digest, token, member))
    return made


def real_questions(at: Addresses, shape: Shape, share: int, embedder: Embedder) -> list[SyntheticQuestion]:
    """Questions whose words the index has, after some that the model knows, so that it has a vector for each."""
    made = []
    for one in questions(granted_projects(at, shape, share), ASKED):
        text = f"how does the server retry a request {one.text}"
        vector = embedder.embed_query(text).vector
        made.append(SyntheticQuestion(text, tuple(vector.tolist())))
    return made


def plan_of(at: Addresses, shape: Shape, share: int, embedder: Embedder) -> LoadPlan:
    """What is asked, and the statements that the program asks for it."""
    set_embedder(at, shape, embedder.fingerprint.key)
    callers = make_callers(at, shape, share)
    asked = real_questions(at, shape, share, embedder)
    claims = tuple(texts(ASKED, 77))
    with entering(at, shape, 1) as database:
        tools, first = AskedTools(database, embedder), callers[0].digest
        searches = tuple(tools.search(first, one).asked for one in asked)
        writes = tuple(tools.remember(first, f"Service {uuid4().hex[:12]}: {one}").asked for one in claims[:WRITTEN])
    return LoadPlan(
        ports=(), callers=tuple(callers), dsn=inside(at, shape.database).app,
        questions=tuple(one.text for one in asked), claims=claims, searches=searches, writes=writes,
        searches_a_second=10, writes_a_second=1, seconds=60,
    )  # fmt: skip


def warm(at: Addresses, shape: Shape) -> None:
    """Read what memories are found by into PostgreSQL's own memory, as a server that has run for long has it."""
    with psycopg.connect(inside(at, shape.database).superuser) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_prewarm")
        for name in ("memory_passage", "memory_passage_vector", "memory_passage_keys", "embedding_13", "word_row_13"):
            connection.execute("SELECT pg_prewarm(%s::regclass)", [f"scrubjay.{name}"])


@contextmanager
def served(dsn: str) -> Iterator[tuple[int, psutil.Process]]:
    """A server's port and process, over a database."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": folder, "SCRUBJAY_HOME": f"{folder}/home",
            "SCRUBJAY_TEAM_DSN": dsn,
        }  # fmt: skip
        command = [sys.executable, "-m", "scrubjay_team", "--port", str(port)]
        with Path(folder, "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=TOP, env=environment, stdout=log, stderr=log)
        try:
            wait_for(port, process, Path(folder, "log"))
            yield port, psutil.Process(process.pid)
        finally:
            process.terminate()
            process.wait(30)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server takes connections."""
    until = time.monotonic() + READY_S
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server doesn't answer: {log.read_text(errors='replace')[-2000:]}")


def cpu_of(postmaster: psutil.Process) -> float:
    """CPU seconds of PostgreSQL's processes so far, those that ended included."""
    own = postmaster.cpu_times()
    spent = own.user + own.system + own.children_user + own.children_system
    for child in postmaster.children():
        with suppress(psutil.NoSuchProcess):  # it is among those that ended, the next time
            times = child.cpu_times()
            spent += times.user + times.system
    return spent


def run(plan: LoadPlan, side: str, servers: Sequence[psutil.Process], postmaster: psutil.Process) -> LoadFigure:
    """Ask as planned from a process of its own."""

    def spent() -> tuple[float, float]:
        times = [server.cpu_times() for server in servers]
        return sum(one.user + one.system for one in times), cpu_of(postmaster)

    before, load = spent(), os.getloadavg()[0]
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.team_generator"], cwd=TOP, input=pickle.dumps(plan),
        stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    answer: LoadAnswer = pickle.loads(done.stdout)  # noqa: S301
    time.sleep(0.5)  # the processes of its connections end
    after = spent()
    return LoadFigure(
        side=side, rate=plan.searches_a_second, writes_a_second=plan.writes_a_second, searches=three(answer.searches),
        writes=three(answer.writes), answered=len(answer.searches) + len(answer.writes), failed=answer.failed,
        errors=tuple(answer.errors), server_cpu=round((after[0] - before[0]) / plan.seconds, 2),
        postgres_cpu=round((after[1] - before[1]) / plan.seconds, 2), generator_cpu=round(answer.cpu / plan.seconds, 2),
        load=round((load + os.getloadavg()[0]) / 2, 1),
    )  # fmt: skip


def told(figure: LoadFigure) -> str:
    """One line of the table."""
    times = " | ".join(" ".join(f"{one:7.0f}" for one in each) for each in (figure.searches, figure.writes))
    cpu = f"{figure.server_cpu:5.2f} {figure.postgres_cpu:5.2f} {figure.generator_cpu:5.2f}"
    counts = f"{figure.answered:>5} {figure.failed:>5}"
    given = f"{figure.side:>4} | {figure.rate:5.0f} + {figure.writes_a_second:.0f}"
    return f"{given} | {times} | {counts} | {cpu} | {figure.load:4.1f} {' '.join(figure.errors[:1])}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--projects", type=int, default=100)
    parser.add_argument("--memories", type=int, default=0)
    parser.add_argument("--teams", type=int, default=1)
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rates", type=float, nargs="*", default=[15, 20, 25, 30])
    parser.add_argument("--writes", type=float, default=1)
    parser.add_argument("--sides", nargs="+", default=["sql", "http"])
    parser.add_argument("--processes", type=int, default=1, help="of the server")
    parser.add_argument("--buffers", default="1GB", help="PostgreSQL's shared_buffers")
    parser.add_argument("--json", type=Path)
    params = parser.parse_args()
    shape = Shape(params.size, params.projects, params.memories, params.teams)
    figures: list[dict[str, Any]] = []
    with cluster(params.folder, {"shared_buffers": params.buffers}) as engine:
        at, postmaster = engine.addresses, psutil.Process(engine.pid)
        if params.buffers != SMALL_SERVER["shared_buffers"]:
            warm(at, shape)
        plan = replace(
            plan_of(at, shape, params.share, OnnxEmbedder()), writes_a_second=params.writes, seconds=params.seconds
        )
        print("side | a second | searches p50 p95 p99 | writes p50 p95 p99 | answered, failed | CPU | load average")
        for side in params.sides:
            for figure in at_rates(
                plan, side, params.rates, inside(at, shape.database).app, postmaster, params.processes
            ):
                print(told(figure), flush=True)
                figures.append(asdict(figure) | {"at": time.time()})
    if params.json:
        params.json.write_text(json.dumps(figures, indent=1))


def at_rates(
    plan: LoadPlan, side: str, rates: list[float], dsn: str, postmaster: psutil.Process, processes: int
) -> Iterator[LoadFigure]:
    """The run as planned, then one at each rate until the server falls behind."""
    with ExitStack() as opened:
        served_by = [opened.enter_context(served(dsn)) for _ in range(processes if side == "http" else 0)]
        mine, servers = replace(plan, ports=tuple(port for port, _ in served_by)), [one for _, one in served_by]
        yield run(mine, side, servers, postmaster)
        for rate in rates:
            figure = run(replace(mine, searches_a_second=rate, seconds=plan.seconds / 3), side, servers, postmaster)
            yield figure
            if not figure.keeps_up:
                return


if __name__ == "__main__":
    main()
