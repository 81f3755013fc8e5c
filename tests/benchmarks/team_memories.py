"""What do a memory's write and a question to memories cost on a team's server as the team's memories grow?

    python -m tests.benchmarks.team_memories FOLDER [--sizes 10000 100000] [--teams 1] [--beside PASSAGES PROJECTS]
                                             [--calls 100] [--memory 1GB] [--json FILE]

Databases of synthetic memories (team_remembered), of one team or of several in turns, are made below FOLDER as those of
team_growth, or beside the passages of one of those. A call is the program's own, as the app, with a vector that is
there already; what is written is rolled back, so nothing waits for the disk. A row gives the ms of a call (p50, p95),
the CPU ms of PostgreSQL by statement, and the pages of 8 KiB. `enter` is the floor.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import numpy as np
import psycopg

from scrubjay.model.encoded import Encoded, EncodedQuery
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.connecting import Entered, TeamDatabase
from scrubjay_team.database.queries import load as statements
from scrubjay_team.engine.embedded import Addresses
from scrubjay_team.memories.api import TeamClaim, memories
from tests.benchmarks.team_asked import AskedStatement, ListeningConnection, buffers
from tests.benchmarks.team_growth import spread
from tests.benchmarks.team_remembered import question, texts, write
from tests.benchmarks.team_rows import CENTRES, FINGERPRINT, Clusters
from tests.benchmarks.team_tables import (
    LOADING,
    TEMPLATE,
    Shape,
    cluster,
    clusters,
    digest_of,
    inside,
    make_template,
    there,
)

NAMES: Final = {statement.text: name for name, statement in statements("scrubjay_team.memories")}


class DrawnVectors:
    """An embedder that draws a vector for each text, the same for the same text."""

    fingerprint = FINGERPRINT

    def __init__(self, made: Clusters) -> None:
        self._clusters = made

    def holds(self, text: str) -> bool:
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        return EncodedQuery(self.embed_passages([text]).vectors[0])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        codes = np.stack([self._drawn(text) for text in texts]).astype(np.float32)
        return Encoded(codes / np.linalg.norm(codes, axis=1, keepdims=True))

    def _drawn(self, text: str) -> Any:
        seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
        return self._clusters.codes(np.random.default_rng(seed), np.arange(CENTRES), 1)[0]


def load(at: Addresses, shape: Shape, memory: str) -> None:
    """Make a database of so many memories beside the passages of another one, or alone."""
    name, before = f"loading_{shape.database}", Shape(shape.passages, shape.projects).database
    with psycopg.connect(at.superuser, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name}")
        source = before if shape.passages else TEMPLATE
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {source} STRATEGY file_copy")
        with psycopg.connect(inside(at, name).superuser, autocommit=True) as connection:
            connection.execute("SET search_path = scrubjay, public")
            connection.execute(f"SET maintenance_work_mem = '{memory}'")
            connection.execute("SET session_replication_role = replica")
            started = time.perf_counter()
            write(connection, shape.memories, shape.teams)
            connection.execute("VACUUM ANALYZE memory, memory_mark, memory_passage, team, member, access_token")
        admin.execute(f"ALTER DATABASE {name} RENAME TO {shape.database}")
        admin.execute("CHECKPOINT")
        print(f"{shape.memories:,} memories of {shape.teams}: {time.perf_counter() - started:.0f} s", flush=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFigure:
    """What one kind of call costs: ms (p50, p95), PostgreSQL's CPU ms (p50, p95), pages, and CPU by statement."""

    call: str
    memories: int
    teams: int
    ms: tuple[float, float]
    cpu: tuple[float, float]
    pages: float
    by_statement: dict[str, tuple[float, float]]
    load: float


class RolledBackError(Exception):
    """Ends a transaction without a trace."""


def measured(at: Addresses, shape: Shape, calls: int) -> Iterator[MemoryFigure]:
    """A memory's write, and a question."""
    service = memories.TeamMemories(DrawnVectors(clusters()), lambda: datetime.now(UTC))
    database = TeamDatabase(inside(at, shape.database).app, lambda: datetime.now(UTC), 1)
    new = list(texts(calls + 5, 99))
    with database:
        for call in ("remember", "search"):
            times: list[float] = []
            asked = [one_call(database, service, call, text, times) for text in new]
            pages = [buffers_of(database, one) for one in asked[5:15]]
            costs: dict[str, list[float]] = {}
            for each in asked[5:]:
                for one in each:
                    costs.setdefault(NAMES.get(one.sql, "others"), []).append(one.cpu)
            yield MemoryFigure(
                call=call, memories=shape.memories, teams=shape.teams, ms=spread(times[5:]),
                pages=statistics.mean(pages),
                cpu=spread(sum(one.cpu for one in each) for each in asked[5:]), load=round(os.getloadavg()[0], 1),
                by_statement={name: spread(each) for name, each in sorted(costs.items())},
            )  # fmt: skip


def one_call(database: Any, service: Any, call: str, text: str, times: list[float]) -> list[AskedStatement]:
    """One call, rolled back; adds its ms."""
    try:
        with database.entered(digest_of(100)) as entered:
            listening = ListeningConnection(entered.connection)
            mine = Entered(listening, entered.caller)  # type: ignore[arg-type]
            started = time.perf_counter()
            if call == "remember":
                service.remember(mine, TeamClaim(content=text))
            else:
                service.search(mine, question(text))
            times.append((time.perf_counter() - started) * 1000)
            raise RolledBackError
    except RolledBackError:
        return listening.asked


def buffers_of(database: TeamDatabase, asked: list[AskedStatement]) -> float:
    """The pages that the reading statements of a call touch."""
    with database.entered(digest_of(100)) as entered:
        return sum(buffers(entered, one)[0] for one in asked if "INSERT INTO" not in one.sql)


def main() -> None:
    """Load what is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--teams", type=int, default=1)
    parser.add_argument("--beside", type=int, nargs=2, default=[0, 0], metavar=("PASSAGES", "PROJECTS"))
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--memory", default="1GB", help="for building indexes")
    parser.add_argument("--json", type=Path)
    params = parser.parse_args()
    passages, projects = params.beside
    shapes = [Shape(passages, projects, size, params.teams) for size in params.sizes]
    with cluster(params.folder, LOADING) as engine:
        make_template(engine)
        for shape in shapes:
            if shape.database not in there(engine.addresses):
                load(engine.addresses, shape, params.memory)
    figures: list[MemoryFigure] = []
    with cluster(params.folder, {}) as engine:
        print("call | memories / teams | ms p50 p95 | PostgreSQL's CPU ms p50 p95 | pages | load | CPU by statement")
        for shape in shapes:
            for figure in measured(engine.addresses, shape, params.calls) if params.calls else ():
                print(told(figure), flush=True)
                figures.append(figure)
    if params.json:
        params.json.write_text(json.dumps([asdict(one) for one in figures], indent=1))


def told(figure: MemoryFigure) -> str:
    """One line of the table."""
    by_name = ", ".join(f"{name} {cost:.1f}" for name, (cost, _) in figure.by_statement.items())
    times = " | ".join(f"{a:7.1f} {b:7.1f}" for a, b in (figure.ms, figure.cpu))
    given = f"{figure.call:8} | {figure.memories:>9,} / {figure.teams:>2}"
    return f"{given} | {times} | {figure.pages:8,.0f} | {figure.load:4.1f} | {by_name}"


if __name__ == "__main__":
    main()
