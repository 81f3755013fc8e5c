"""What do a memory's write and a question to memories cost on a team's server as the team's memories grow?

    python -m tests.benchmarks.team_memories FOLDER [--sizes 10000 100000] [--calls 100] [--json FILE]

Databases of synthetic memories of one team, 12 to 30 words each with a vector, are made below FOLDER as those of
team_growth. A call is the program's own, as the app, with a vector that is there already; what is written is rolled
back, so nothing waits for the disk. A row gives the ms of a call (p50, p95), the CPU ms of PostgreSQL by statement, and
the pages of 8 KiB. `enter` is the floor.
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
from uuid import UUID, uuid5

import numpy as np
import psycopg

from scrubjay.memory.store.rows import digest
from scrubjay.model.encoded import Encoded, EncodedQuery
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.connecting import Entered, TeamDatabase
from scrubjay_team.database.queries import load as statements
from scrubjay_team.engine.embedded import Addresses
from scrubjay_team.memories.api import TeamClaim, memories
from scrubjay_team.memories.words import key_of, mark_keys
from tests.benchmarks.team_asked import AskedStatement, ListeningConnection, buffers
from tests.benchmarks.team_growth import spread
from tests.benchmarks.team_rows import CENTRES, FINGERPRINT, Clusters, SyntheticProject, word
from tests.benchmarks.team_tables import (
    LOADING,
    NAMESPACE,
    TEMPLATE,
    Shape,
    cluster,
    clusters,
    digest_of,
    inside,
    make_template,
    there,
)

TEAM: Final = uuid5(NAMESPACE, "team")
MEMBER: Final = uuid5(NAMESPACE, "member 100")
NAMES: Final = {statement.text: name for name, statement in statements("scrubjay_team.memories")}
PART: Final = 10_000
"""Memories that are made at once."""


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


def texts(count: int, seed: int) -> Iterator[str]:
    """Texts of memories."""
    project, chance = SyntheticProject(NAMESPACE, 1, 1_000_000, clusters()), np.random.default_rng(seed)
    for start in range(0, count, PART):
        sizes = chance.integers(12, 31, min(PART, count - start))
        places = iter(project.terms[project.drawn(chance, int(sizes.sum()))].tolist())
        for size in sizes.tolist():
            yield " ".join(word(next(places)) for _ in range(size))


def load(at: Addresses, count: int) -> None:
    """Make a database of so many memories of one member, rows first."""
    name, final = f"loading_memories_{count}", Shape(count, 0).database
    with psycopg.connect(at.superuser, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name}")
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY file_copy")
        with psycopg.connect(inside(at, name).superuser, autocommit=True) as connection:
            connection.execute("SET search_path = scrubjay, public")
            connection.execute("SET maintenance_work_mem = '1GB'")
            connection.execute("SET session_replication_role = replica")
            with connection.transaction():
                people(connection)
                write(connection, count)
            connection.execute("VACUUM ANALYZE")
        admin.execute(f"ALTER DATABASE {name} RENAME TO {final}")


def people(connection: psycopg.Connection[Any]) -> None:
    """A team, and a member with a token."""
    now = datetime.now(UTC)
    connection.execute("INSERT INTO team (id, name, created_at) VALUES (%s, 'acme', %s)", [TEAM, now])
    sql = "INSERT INTO member (id, team, name, role, created_at) VALUES (%s, %s, 'anna', 'writer', %s)"
    connection.execute(sql, [MEMBER, TEAM, now])
    sql = (
        "INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at) "
        "VALUES (%s, %s, %s, 'laptop', %s, '{search,remember}', %s, %s::timestamptz + interval '300 days')"
    )
    connection.execute(sql, [uuid5(NAMESPACE, "token"), TEAM, MEMBER, digest_of(100), now, now])


def write(connection: psycopg.Connection[Any], count: int) -> None:
    """The rows, then the indexes of words and vectors."""
    connection.execute("DROP INDEX memory_passage_vector, memory_passage_keys")
    around, now = clusters(), datetime.now(UTC)
    keys: dict[str, int] = {}
    chance, every = np.random.default_rng(3), np.arange(CENTRES)
    waiting: list[tuple[UUID, str]] = []
    for number, text in enumerate(texts(count, 5)):
        waiting.append((uuid5(NAMESPACE, f"memory {number}"), text))
        if len(waiting) < PART and number + 1 < count:
            continue
        sql = (
            "COPY memory (id, team, member, scope, kind, content, digest, quote, applies, tags, grounds, "
            "client, session, status, reason, recorded_at, changed_at, changed_by) FROM STDIN"
        )
        with connection.cursor().copy(sql) as stream:
            for id, one in waiting:
                stream.write_row((id, TEAM, MEMBER, "team", "fact", one, bytes.fromhex(digest(one)), "", "", [], "[]",
                                  "", "", "active", "", now, now, MEMBER))  # fmt: skip
        with connection.cursor().copy("COPY memory_mark (mark, number) FROM STDIN") as stream:
            for place, (_, one) in enumerate(waiting, number + 2 - len(waiting)):
                for mark in set(mark_keys(TEAM, "team", None, one)):
                    stream.write_row((mark, place))
        codes = around.codes(chance, every, len(waiting))
        sql = (
            "COPY memory_passage (memory, team, member, scope, accepted, place, text, start_line, end_line, keys, tf, "
            "length, embedder, vector) FROM STDIN"
        )
        with connection.cursor().copy(sql) as stream:
            for (id, one), code in zip(waiting, codes.tolist(), strict=True):
                each = one.split()
                for term in each:
                    if term not in keys:
                        keys[term] = key_of(TEAM.hex, term)
                counted = sorted((keys[term], each.count(term)) for term in dict.fromkeys(each))
                stream.write_row((id, TEAM, MEMBER, "team", False, 0, one, 1, 1, [key for key, _ in counted],
                                  [times for _, times in counted], len(each), FINGERPRINT.key, str(code)))  # fmt: skip
        waiting.clear()
    connection.execute("CREATE INDEX memory_passage_vector ON memory_passage USING hnsw (vector halfvec_cosine_ops)")
    connection.execute("CREATE INDEX memory_passage_keys ON memory_passage USING gin (keys) WITH (fastupdate = off)")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFigure:
    """What one kind of call costs: ms (p50, p95), PostgreSQL's CPU ms (p50, p95), pages, and CPU by statement."""

    call: str
    memories: int
    ms: tuple[float, float]
    cpu: tuple[float, float]
    pages: float
    by_statement: dict[str, tuple[float, float]]
    load: float


class RolledBackError(Exception):
    """Ends a transaction without a trace."""


def measured(at: Addresses, count: int, calls: int) -> Iterator[MemoryFigure]:
    """A memory's write, and a question."""
    service = memories.TeamMemories(DrawnVectors(clusters()), lambda: datetime.now(UTC))
    database = TeamDatabase(inside(at, Shape(count, 0).database).app, lambda: datetime.now(UTC), 1)
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
                call=call, memories=count, ms=spread(times[5:]), pages=statistics.mean(pages),
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
                service.search(mine, " ".join(text.split()[:6]))
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
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--json", type=Path)
    params = parser.parse_args()
    with cluster(params.folder, LOADING) as engine:
        make_template(engine)
        for count in params.sizes:
            if Shape(count, 0).database not in there(engine.addresses):
                load(engine.addresses, count)
    figures: list[MemoryFigure] = []
    with cluster(params.folder, {}) as engine:
        print("call | memories | ms p50 p95 | PostgreSQL's CPU ms p50 p95 | pages | load average | CPU by statement")
        for count in params.sizes:
            for figure in measured(engine.addresses, count, params.calls):
                print(told(figure), flush=True)
                figures.append(figure)
    if params.json:
        params.json.write_text(json.dumps([asdict(one) for one in figures], indent=1))


def told(figure: MemoryFigure) -> str:
    """One line of the table."""
    by_name = ", ".join(f"{name} {cost:.1f}" for name, (cost, _) in figure.by_statement.items())
    times = " | ".join(f"{a:7.1f} {b:7.1f}" for a, b in (figure.ms, figure.cpu))
    given = f"{figure.call:8} | {figure.memories:>9,}"
    return f"{given} | {times} | {figure.pages:8,.0f} | {figure.load:4.1f} | {by_name}"


if __name__ == "__main__":
    main()
