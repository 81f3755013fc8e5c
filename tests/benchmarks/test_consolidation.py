"""What does a pass cost over 100,000 memories with vectors, the first one and one with a hundredth that is new?

pytest tests/benchmarks/test_consolidation.py -m benchmark -s
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from scrubjay.identity.audit import CrossScopeReads
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.knowledge.index.codes import quantise
from scrubjay.knowledge.index.nearest import pack_bits
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.model.clock import iso
from scrubjay.model.grade import Grade
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay_growth.consolidation import consolidate
from scrubjay_growth.consolidation_steps import own_steps
from tests.shared.memory.conftest import Characters, EveryBranch, captured_grades

MEMORIES = 100_000
NEW = 1_000
CLUMP = 20
"""Memories about one thing; the cosines of two are around .8, so that about half of them are candidates."""

NOISE = 0.5
DAYS = 365
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
GRADES = (Grade.TOLD,) * 13 + (Grade.GROUNDED,) * 6 + (Grade.SAID,)
"""Of twenty: those without a ground are bounded to 5,000 a project."""

CPU_S, MEGABYTES = 60, 300
TURNS = 4
WORDS = (
    "gate", "parcel", "scale", "queue", "cache", "token", "deploy", "branch", "schema", "ledger", "replica", "budget",
    "region", "tenant", "invoice", "worker", "retry", "limit", "window", "header", "payload", "cluster", "shard",
)  # fmt: skip


def fill(database: Database, first: int, count: int, day: float | None = None) -> None:
    """Store memories with their vectors, without what grounding and git would do."""
    chance = np.random.default_rng(first + 7)
    fingerprint = OnnxEmbedder(threads=1).fingerprint
    centres = np.random.default_rng(3).normal(size=(MEMORIES // CLUMP, fingerprint.dim)).astype(np.float32)
    numbers = np.arange(first, first + count)
    noise = chance.normal(size=(count, fingerprint.dim)).astype(np.float32)
    vectors = centres[numbers % len(centres)] + np.float32(NOISE) * noise
    codes = quantise(vectors)
    bits = pack_bits(vectors)

    def rows(connection: Connection) -> None:
        connection.execute("INSERT OR IGNORE INTO fingerprint (id, key, dim, spec) VALUES (1, ?, ?, ?)",
                           (fingerprint.key, fingerprint.dim, fingerprint.spec))  # fmt: skip
        for at, number in enumerate(numbers.tolist(), start=0):
            one, id = number + 1, f"{number:032x}"
            age = chance.random() * DAYS if day is None else day
            moment = iso(NOW - timedelta(days=age))
            grade = GRADES[number % len(GRADES)].rank
            text = " ".join(chance.choice(WORDS, 12)).capitalize() + "."
            connection.execute(
                "INSERT INTO memory (number, id, kind, content, digest, scope, project, author, session, "
                "quote, branch, commit_sha, recorded_at) "
                "VALUES (?, ?, 'fact', ?, ?, 'project', 'p1', 'a', 's', '', '', '', ?)",
                (one, id, text, id, moment),
            )
            connection.execute(
                "INSERT INTO belief (memory, status, reason, valid_from, valid_until, recorded_at, "
                "retracted_at, actor) VALUES (?, 'active', '', ?, '', ?, '', 'a')", (one, moment, moment),
            )  # fmt: skip
            origin, act = ("person", "typed at a terminal") if grade == 0 else ("agent", "")
            observation = json.dumps({"how": "shown", "session": "s", "tool": "Bash", "command": "make", "words": text,
                                      "status": "0", "at": moment}) if grade == Grade.GROUNDED.rank else ""  # fmt: skip
            connection.execute(
                "INSERT INTO evidence (memory, captured_at, reason, source, source_id, horizon, similarity, conflict, "
                "passed, failed, metadata, act, observation, earned, rules) "
                "VALUES (?, ?, '', ?, 'a', '', 0, '', '[]', '[]', '{}', ?, ?, ?, 1)",
                (one, moment, origin, act, observation, grade),
            )
            connection.execute(
                "INSERT INTO content (id, blob, format, chunker, title, bytes, lines, masked, ingested_at, "
                "ingested_commit, changed_at, changed_commit) VALUES (?, ?, 'memory', 'm', '', 80, 1, 0, ?, '', ?, '')",
                (one, id, moment, moment),
            )
            connection.execute("INSERT INTO passage VALUES (?, ?, 0, '', 1, 1, 12, ?)", (one, one, text))
            connection.execute(
                "INSERT INTO embedding (fingerprint_id, passage_id, vector, bits) VALUES (1, ?, ?, 8)",
                (one, codes[at].tobytes()),
            )
            connection.execute("INSERT INTO vector_bits (fingerprint_id, passage_id, content_id, bits) "
                "VALUES (1, ?, ?, ?)",
                               (one, one, bits[at]))  # fmt: skip

    database.write(rows)


def run(path: Path) -> dict[str, float]:
    """One pass in this process; returns what it changed, its CPU seconds and the most memory."""
    database = Database(path, "knowledge")
    clock = lambda: NOW  # noqa: E731 - a clock
    memories = MemoryReader(
        MemoryStores(
            project_id="p1", project=database, user=lambda: database, clock=clock, counter=Characters(),
            branches=EveryBranch(), reads=CrossScopeReads(lambda: database, clock, "p1", ""), user_exists=lambda: False,
        )
    )  # fmt: skip
    seconds: dict[str, float] = {}
    began = time.process_time()

    def step(done: int, _: int) -> None:
        seconds[steps[done - 1].name] = round(time.process_time() - began - sum(seconds.values()), 2)

    steps = own_steps(OnnxEmbedder(threads=1))
    report = consolidate(memories, steps, lambda ids: captured_grades(memories, ids), progress=step)  # type: ignore[arg-type]
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    database.close()
    return {"cpu": time.process_time() - began, "megabytes": megabytes, "total": report.total,
            **{f"{name} s": one for name, one in seconds.items()}, **report.changed}  # fmt: skip


def in_a_process(path: Path) -> dict[str, float]:
    """A pass in a process of its own, whose memory is the pass's."""
    code = "import sys, json; from pathlib import Path; from tests.benchmarks.test_consolidation import run; "
    code += "print(json.dumps(run(Path(sys.argv[1]))))"
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "knowledge.db", "knowledge")
    yield opened
    opened.close()


def search_ms(database: Database, index: VectorIndex, query: np.ndarray) -> float:
    """How long it takes to find the nearest memories and to read them."""

    def search(connection: Connection) -> None:
        found = json.dumps([id for id, _ in index.within(connection, query, 0.3)])
        connection.execute(
            "SELECT m.content FROM trusted AS m JOIN belief AS b ON b.memory = m.number AND b.retracted_at = '' "
            "WHERE m.id IN (SELECT value FROM json_each(?))", (found,),
        ).fetchall()  # fmt: skip

    began = time.perf_counter()
    database.read(search)
    return 1_000 * (time.perf_counter() - began)


def searches_meanwhile(database: Database) -> None:
    """Time searches alone and while a pass runs in a nice process, in turns; prints both."""
    index = VectorIndex(OnnxEmbedder(threads=1).fingerprint)
    chance = np.random.default_rng(1)
    centres = np.random.default_rng(3).normal(size=(MEMORIES // CLUMP, 384)).astype(np.float32)

    def search() -> float:
        query = centres[chance.integers(len(centres))]
        return search_ms(database, index, query / np.linalg.norm(query))

    alone: list[float] = []
    meanwhile: list[float] = []
    for turn in range(TURNS):
        fill(database, MEMORIES + (turn + 1) * NEW, NEW, day=0.5)
        [search() for _ in range(20)]
        alone += [search() for _ in range(100)]
        code = "import os, sys; from pathlib import Path; os.nice(10); "
        code += "from tests.benchmarks.test_consolidation import run; run(Path(sys.argv[1]))"
        with subprocess.Popen([sys.executable, "-c", code, str(database.path)]) as worker:
            while worker.poll() is None:
                meanwhile.append(search())
    load = os.getloadavg()[0]
    p95 = [sorted(times)[int(0.95 * len(times))] for times in (alone, meanwhile)]
    p50 = [sorted(times)[len(times) // 2] for times in (alone, meanwhile)]
    print(
        f"search alone p50 {p50[0]:.1f} p95 {p95[0]:.1f} ms, meanwhile p50 {p50[1]:.1f} p95 {p95[1]:.1f} ms: "
        f"{p95[1] / p95[0]:.2f} times; {len(alone)} and {len(meanwhile)} searches, load {load:.1f} of {os.cpu_count()}"
    )


@pytest.mark.benchmark
def test_a_pass_over_many_memories(database: Database) -> None:
    for first in range(0, MEMORIES, 10_000):
        fill(database, first, 10_000)
    full = in_a_process(database.path)
    print(f"\nfirst pass over {MEMORIES:,}: {full}")
    fill(database, MEMORIES, NEW, day=0.5)
    again = in_a_process(database.path)
    print(f"with {NEW:,} new: {again}")
    print(f"nothing new: {in_a_process(database.path)}")
    searches_meanwhile(database)
    assert again["cpu"] <= CPU_S
    assert max(again["megabytes"], full["megabytes"]) <= MEGABYTES
