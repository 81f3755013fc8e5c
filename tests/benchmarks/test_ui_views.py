"""What do Review and Search cost with 10,000 memories and 100,000 passages? CPU of the server, and bytes.

pytest tests/benchmarks/test_ui_views.py -m benchmark -s --data FOLDER
"""

import itertools
import statistics
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from scrubjay.app import Workspace, open_app
from scrubjay.git import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.memories import RememberRequest
from scrubjay.memories.writing import WriteContext, write
from scrubjay.model.clock import iso
from scrubjay.model.evidence import (
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    Origin,
    Relation,
    ValidationResult,
    Verdict,
)
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked
from scrubjay.person.facts import Actor
from scrubjay.person.permit import Permit
from scrubjay.settings import load_settings
from scrubjay.storage import Connection
from scrubjay_ui.application import application
from scrubjay_ui.places import key_of
from scrubjay_ui.surface import Surface
from tests.benchmarks.figures import Size, pages
from tests.benchmarks.test_memory_latency import fill, lines
from tests.benchmarks.test_million import OF_A_PAGE, commit, embed_all, index_all, texts
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

HELD = 100
"""Claims that wait: as many as one user may have."""

TIMES = 7
"""Requests of each page; the first, which loads what is loaded once, isn't counted."""

ADDRESSES = (
    "review", "review/disputes", "review/past", "search", "search?q=set+a+timeout+for+a+request",
    "search?q=set+a+timeout+for+a+request&limit=50", "search?q=sort+by+several+keys&kind=memory&limit=50",
    "search?q=sort+by+several+keys&grade=told", "search/why?q=set+a+timeout+for+a+request",
    "document?path=docs/part-0/page-1.md",
)  # fmt: skip


def hold(at: Workspace, claims: list[str], clock: Callable[[], datetime]) -> None:
    """Write claims that wait, each with a place that speaks of it."""

    def put(connection: Connection, place: WriteContext) -> None:
        for text in claims:
            cited = CitationResult(
                kind=CitationKind.PLACE, text="docs/part-0/page-1.md", target="", status=CitationStatus.RESOLVED,
                relation=Relation.SPEAKS, path="docs/part-0/page-1.md", lines=(1, 3), words=text[::-1],
            )  # fmt: skip
            evidence = EvidenceObject(
                claim=text, capture_time=iso(clock()), source=Origin.AGENT, source_id="agent", citations=(cited,)
            )
            result = ValidationResult(
                verdict=Verdict.HELD, grade=Grade.UNCONFIRMED, reason="benchmark", checks_passed=(),
                checks_failed=("injection: benchmark",), evidence=evidence,
            )  # fmt: skip
            request = RememberRequest(content=text, kind="fact", author=at.settings.user_id)
            assert not isinstance(write(connection, place, request, result, ()), Blocked)

    at.memories.service.writing("project", put)


def test_what_review_and_search_cost(
    repo: Repo, environment: dict[str, str], sized_data: Path, clock: Callable[[], datetime], size: Size
) -> None:
    sentences = [line for page in pages(sized_data, 300) for line in page.split("\n") if 20 < len(line) < 200]
    count, remembered = size.of(100_000 // OF_A_PAGE + 1, 20), size.of(10_000, 50)
    commit(repo, texts(sentences, count))
    known = list(itertools.islice(lines(sized_data), remembered + HELD))
    given = f"{remembered:,} memories, {count * OF_A_PAGE:,} passages"
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        index_all(at, texts(sentences, count))
        fill(at, known[: -size.of(HELD, 10)], clock)
        hold(at, known[-size.of(HELD, 10) :], clock)
        while at.memories.service.index_missing():
            pass
        embed_all(at, OnnxEmbedder(), size.of(500, 20))
        at.knowledge.documents.ingest(at.knowledge.documents.view(), cause="benchmark")
        permit = Permit(Actor.PERSON, "/dev/pts/7", ("zsh",))
        surface = Surface(home=app, permit=permit, writes=True, folder=repo.path)
        with TestClient(application(surface)) as client:
            place = key_of(at.repository.worktree)
            for address in ADDRESSES:
                took, bytes_sent = [], 0
                for _ in range(size.of(TIMES, 2)):
                    begun = time.process_time()
                    response = client.get(f"/w/{place}/{address}")
                    took.append((time.process_time() - begun) * 1000)
                    assert response.status_code == 200, response.text
                    bytes_sent = len(response.content)
                result = f"{statistics.median(took[1:]):.0f} ms ({took[0]:.0f} first), {bytes_sent / 1000:.0f} kB"
                size.show(address[:24], f"{address}; {given}; CPU p50", result, "<= 150 ms, <= 300 kB")
