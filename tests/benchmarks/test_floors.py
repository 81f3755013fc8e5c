"""What does each call over stdio cost beside its floors, and what do both servers hold? One run, the same questions."""

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.settings.layers import load_settings
from tests.benchmarks.calls import RESTED_S, Side, report
from tests.benchmarks.figures import Size, pages, show
from tests.benchmarks.test_search_latency import add_vectors
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

DOCUMENTS = {"40 records": 40, "11,000 passages": 750, "50,000 passages": 5500}


@pytest.mark.parametrize("given", DOCUMENTS)
def test_calls_beside_their_floors(
    given: str, repo: Repo, sized_data: Path, size: Size, clock: Callable[[], datetime], tmp_path: Path
) -> None:
    if not size.full and given != "40 records":
        pytest.skip("in their small forms all are the same")
    texts = pages(sized_data, size.of(DOCUMENTS[given], 8))
    repo.commit("Add pages", {f"docs/{number}.md": text for number, text in enumerate(texts)})
    side = Side("scrubjay", sys.executable, tmp_path / "home")
    side.account.mkdir()
    environment = side.environment
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        workspace = app.initialise(repo.path)
        workspace.documents.ingest(workspace.documents.view(), cause="benchmark")
        passages = add_vectors(workspace, OnnxEmbedder())
    only = "" if size.full else "^search$|get_document|note_progress"
    rows = list(report(repo.path, [side], size.of(40, 2), only, RESTED_S if size.full else 1.0))
    assert any(row.startswith("search ") for row in rows)
    assert any(row.startswith("MiB in use: scrubjay") for row in rows)
    for row in rows if size.full else ():
        name, _, told = row.partition("|")
        show(name.strip(), f"{passages:,} passages, p50 (p95) in ms", told.strip(), "")
