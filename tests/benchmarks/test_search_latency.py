"""How long does a search take among 10,000 passages? For information; the question's own embedding is included."""

import gzip
import json
import statistics
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.embedding.embedder import Encoded, normalised
from scrubjay.embedding.onnx import OnnxEmbedder
from scrubjay.embedding.states import TOKEN_BYTES
from scrubjay.git import GitEnvironment
from scrubjay.recall import RecallRequest
from scrubjay.retrieval.vector import VectorIndex
from scrubjay.settings import load_settings
from tests.benchmarks.figures import pages, show, spent
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

DOCUMENTS = 750
"""Of the data's first pages; they have a little more than 10,000 passages."""

QUESTIONS = 100


TOKENS = 90
"""With a state, of a passage."""


def questions(data: Path) -> list[str]:
    with gzip.open(data / "docs_qa" / "queries.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line)["query"] for line in lines][:QUESTIONS]


def add_vectors(at: Workspace, dim: int) -> int:
    """Give every passage a vector. An exact scan takes as long for random vectors as for the model's."""
    index, random, made = VectorIndex(OnnxEmbedder().fingerprint), np.random.default_rng(7), 0
    states = tuple(random.bytes(TOKENS * TOKEN_BYTES) for _ in range(1024))
    while pending := at.knowledge.read(lambda c: index.pending(c, 1024)):
        vectors = normalised(random.standard_normal((len(pending), dim)).astype(np.float32), dim)
        at.knowledge.write(
            lambda c, p=pending, v=vectors: index.add(c, [number for number, _ in p], Encoded(v, states[: len(p)]))
        )
        made += len(pending)
    return made


def test_search_latency(repo: Repo, environment: dict[str, str], data: Path, clock: Callable[[], datetime]) -> None:
    repo.commit("pages", {f"docs/{n}.md": text for n, text in enumerate(pages(data, DOCUMENTS))})
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="benchmark")
        passages = add_vectors(at, OnnxEmbedder().fingerprint.dim)
        at.recall.search(RecallRequest("warm"))
        for recipe in ("balanced", "keyword"):
            walls, cpu = [], 0.0
            for question in questions(data):
                with spent() as cost:
                    answer = at.recall.search(RecallRequest(question, recipe=recipe))
                assert answer.hits
                assert not answer.degraded
                walls.append(cost.wall * 1000)
                cpu += cost.cpu + cost.children
            p95 = statistics.quantiles(walls, n=20)[-1]
            show(
                f"search, {recipe}",
                f"{passages:,} passages, {len(walls)} questions; p50 (p95) wall",
                f"{statistics.median(walls):.0f} ms ({p95:.0f})",
                f"for information; CPU {cpu / len(walls) * 1000:.0f} ms each",
            )
