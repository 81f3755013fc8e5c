"""How long does it take to quarantine an author with 10,000 memories, and what does it cost where nobody is?

pytest tests/benchmarks/test_quarantine.py -m benchmark -s
"""

import statistics
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.claim import moments
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext, write
from scrubjay.model.clock import iso
from scrubjay.model.evidence import Act, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay.storage.driver import Connection
from tests.benchmarks.figures import Size, show
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

AT_ONCE = 500
ROUNDS = 9
VIEWS = ("trusted", "trusted_evidence", "trusted_confirmation")


@pytest.fixture
def opener(environment: dict[str, str], clock: Callable[[], datetime]) -> Callable[[], AbstractContextManager[App]]:
    """Opens the App of this test's home."""
    return lambda: open_app(
        load_settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}),
        git_environment=GitEnvironment.of(environment),
        clock=clock,
        wake=lambda: None,
    )


def fill(at: Workspace, author: str, count: int, replaced: dict[int, str], now: str) -> list[str]:
    """Write memories through the store by a judgement that looks at nothing; some take the place of others."""
    ids: list[str] = []

    def put(connection: Connection, place: WriteContext, numbers: range) -> None:
        for number in numbers:
            text = f"The {author} van number {number} leaves gate {number % 97} at {number % 24} hours."
            evidence = EvidenceObject(
                claim=text, capture_time=now, source=Origin.PERSON, source_id=author, act=Act.TYPED
            )
            result = ValidationResult(
                verdict=Verdict.STORED,
                grade=Grade.TOLD,
                reason="benchmark",
                checks_passed=(),
                checks_failed=(),
                evidence=evidence,
            )
            request = RememberRequest(
                content=text, kind="fact", author=author, session=f"{author}-{number % 50}",
                origin=Origin.PERSON, act=Act.TYPED, supersedes=replaced.get(number, ""),
            )  # fmt: skip
            outcome = write(connection, place, request, result, ())
            assert not isinstance(outcome, Blocked)
            ids.append(outcome.id)

    for start in range(0, count, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, count))
        at.memories.writing("project", lambda c, p, n=numbers: put(c, p, n))  # type: ignore[misc]
    return ids


def test_an_author_with_ten_thousand_memories_is_gone_within_a_second(
    repo: Repo, opener: Callable[[], AbstractContextManager[App]], clock: Callable[[], datetime], size: Size
) -> None:
    count = 10_000 if size.full else 40
    repo.commit("first", {"README.md": "# Vans\n"})
    with opener() as app:
        at = app.initialise(repo.path)
        now = iso(clock())
        others = fill(at, "ada", count // 5, {}, now)
        replaced = dict(enumerate(others[: count // 10]))
        fill(at, "mallory", count, replaced, now)
        plain, viewed = _ratio(at, now)
        pairs = size.of(30, 1)
        without, within = _searches(at, pairs)
        began = time.perf_counter()
        counts = at.quarantine.impose("mallory", "ada")
        imposed = time.perf_counter() - began
        assert (counts.memories, counts.replaced) == (count, count // 10)
        assert {memory.author for memory in at.memories.believed(limit=1000)} == {"ada"}
        radius = time.perf_counter()
        assert len(at.quarantine.blast("mallory").written) == count
        blasted = time.perf_counter() - radius
        began = time.perf_counter()
        at.quarantine.lift("mallory", "ada")
        lifted = time.perf_counter() - began
        assert "mallory" in {memory.author for memory in at.memories.believed(limit=1000)}
    given = f"{count:,} memories, {count // 10:,} in another's place"
    show("quarantine of an author", given, f"{imposed * 1000:,.0f} ms", "1 s")
    show("the lift, the blast", given, f"{lifted * 1000:,.0f} ms, {blasted * 1000:,.0f} ms", "-")
    show("nobody quarantined", "the view of memories, past it and as it is", f"{viewed / plain:.2f} times", "1.0")
    search = f"a whole search, views of quarantine past them and as they are, {pairs} pairs"
    show("nobody quarantined", search, f"{within / without:.3f} times ({within:.1f} ms)", "1.0")


def _ratio(at: Workspace, now: str) -> tuple[float, float]:
    """Median milliseconds of filling the view of all memories without asking for quarantines, and as it is done."""
    asked = {"view": 99, "project": at.project.id, "hidden": "[]", "after": 0} | moments(now, "", "")

    def timed(connection: Connection, sql: str) -> float:
        began = time.perf_counter()
        connection.execute(sql, asked)
        taken = (time.perf_counter() - began) * 1000
        connection.execute("DELETE FROM temp.visible WHERE view = 99")
        return taken

    def both(connection: Connection) -> tuple[float, float]:
        at_all = Q.fill_visible.replace("JOIN trusted AS m", "JOIN memory AS m")
        assert at_all != Q.fill_visible
        pairs = [(timed(connection, at_all), timed(connection, Q.fill_visible)) for _ in range(ROUNDS)]
        return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)

    at.recall.searchable.current()
    return at.knowledge_database.read(both)


def _searches(at: Workspace, count: int) -> tuple[float, float]:
    """Median CPU milliseconds of a search with views that ask for no quarantine, and as it is; no query twice."""
    database, number = at.knowledge_database, 0
    read = "SELECT name, sql FROM sqlite_master WHERE type = 'view'"
    as_it_is = {row["name"]: row["sql"] for row in database.read(lambda c: c.execute(read).fetchall())}

    def put(connection: Connection, *, plain: bool) -> None:
        for name in VIEWS:
            connection.execute(f"DROP VIEW {name}")
            table = name.removeprefix("trusted_").replace("trusted", "memory")
            connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {table}" if plain else as_it_is[name])

    def timed(*, plain: bool) -> float:
        nonlocal number
        database.write(lambda c: put(c, plain=plain))
        taken = []
        for _ in range(3):
            number += 1
            began = time.process_time()
            at.recall.search(RecallRequest(query=f"when does van {number} leave the gate", kinds=("memory",)))
            taken.append(time.process_time() - began)
        return min(taken) * 1000

    pairs = [(timed(plain=True), timed(plain=False)) for _ in range(count)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)
