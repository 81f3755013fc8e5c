"""What does a search cost where 1,000 memories are published, beside a home where none is?

pytest tests/benchmarks/test_published.py -m benchmark -s
"""

import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.writing import WriteContext, write
from scrubjay.model.evidence import Act, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Stored
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay.storage.driver import Connection
from tests.benchmarks.figures import show
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

pytestmark = pytest.mark.benchmark

COUNT = 1_000
ROUNDS = 60


def claim(number: int) -> str:
    return f"Van {number} of depot {number % 97} leaves gate {number % 31} with parcels of colour {number % 13}."


def fill(at: Workspace) -> list[str]:
    """Memories that a person told, by a judgement that looks at nothing."""
    ids: list[str] = []

    def put(connection: Connection, place: WriteContext) -> None:
        for number in range(COUNT):
            evidence = EvidenceObject(
                claim=claim(number), capture_time=place.now, source=Origin.PERSON, source_id="anna", act=Act.TYPED
            )
            result = ValidationResult(
                verdict=Verdict.STORED, grade=Grade.TOLD, reason="benchmark", checks_passed=(), checks_failed=(),
                evidence=evidence,
            )  # fmt: skip
            request = RememberRequest(
                content=claim(number), kind="fact", author="anna", origin=Origin.PERSON, act=Act.TYPED
            )
            outcome = write(connection, place, request, result, ())
            assert isinstance(outcome, Stored)
            ids.append(outcome.id)

    at.memories.writing("project", put)
    return ids


def test_a_search_costs_the_same_where_a_thousand_memories_are_published(
    environment: dict[str, str], make_repo: Callable[..., Repo], clock: Callable[[], datetime], tmp_path: Path
) -> None:
    with ExitStack() as stack:

        def home(name: str, named: bool) -> tuple[App, Workspace]:
            mine = environment | {"SCRUBJAY_HOME": str(tmp_path / f"home-{name}")}
            app = stack.enter_context(
                open_app(
                    load_settings(mine), git_environment=GitEnvironment.of(mine), embedder=HashingEmbedder(),
                    clock=clock, wake=lambda: None,
                )
            )  # fmt: skip
            repo = make_repo(name)
            repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
            at = app.initialise(repo.path)
            ids = fill(at)
            fields = [f"id: {id}" if named else f"kind: {id}" for id in ids]
            files = {f".agent/memory/{n}.md": f"---\n{field}\n---\n{claim(n)}\n" for n, field in enumerate(fields)}
            repo.commit("published", files)
            at = app.workspace(repo.path)
            started = time.process_time()
            at.documents.ingest(at.documents.view(), cause="benchmark")
            show("ingestion", f"{COUNT:,} files, {name}", f"{time.process_time() - started:.2f} s CPU", "")
            return app, at

        homes = {"published": home("published", True)[1], "plain": home("plain", False)[1]}
        assert len(homes["published"].stand_ins.ids()) == COUNT
        spent: dict[str, list[float]] = {name: [] for name in homes}
        for turn in range(ROUNDS):
            for name, at in homes.items():
                request = RecallRequest(query=f"which van leaves gate {turn % 31} of depot {turn}", limit=8)
                started = time.process_time()
                at.recall.search(request)
                spent[name].append((time.process_time() - started) * 1000)
        warm = {name: statistics.median(times[5:]) for name, times in spent.items()}
        first = {name: times[0] for name, times in spent.items()}
        ratio = statistics.median(a / b for a, b in zip(spent["published"][5:], spent["plain"][5:], strict=True))
        for name in homes:
            show("search", f"{name}: median, then the first", f"{warm[name]:.2f}, {first[name]:.1f} ms CPU", "")
        show("search, ratio", f"median of {ROUNDS - 5} interleaved pairs", f"{ratio:.2f}", "about 1")
