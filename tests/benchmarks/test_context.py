"""What does a context cost to assemble? Its blocks alone, and with a search among 10,000 passages."""

import gc
import statistics
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.context.blocks.assembler import BlockAssembler
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.context.blocks.model import BlockItem, BlockType, MemoryBlock, TokenBudget
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.tokens import encodings
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size, pages, spent
from tests.benchmarks.test_search_latency import add_vectors, questions
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

DOCUMENTS = 750
ROUNDS = 200
WARM = 20
PATIENT_MS = 20_000


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def blocks(texts: list[str], start: int) -> list[MemoryBlock]:
    """Full blocks of real text, other text each time."""

    def items(count: int, size: int, of: int) -> tuple[BlockItem, ...]:
        cut = (texts[(start * 7 + of + n) % len(texts)][:size] for n in range(count))
        return tuple(
            BlockItem(text=text, kind="document", source=f"docs/{n}.md:1-9 @ abc", standing="high")
            for n, text in enumerate(cut)
        )

    return [
        MemoryBlock(BlockType.SYSTEM, items(5, 150, 1)),
        MemoryBlock(BlockType.PROJECT, items(20, 200, 11)),
        MemoryBlock(BlockType.TASK, items(12, 150, 43)),
        MemoryBlock(BlockType.HISTORY, items(60, 600, 101), items(5, 200, 71)),
        MemoryBlock(BlockType.KNOWLEDGE, items(30, 900, 301)),
    ]


@pytest.mark.parametrize("window", [8_192, 128_000])
def test_blocks_alone(sized_data: Path, window: int, size: Size) -> None:
    warm = size.of(WARM, 0)
    texts = [text for text in pages(sized_data, 1_000) if text]
    for encoding in encodings():
        costs = []
        for n in range(size.of(ROUNDS, 2) + warm):
            given = blocks(texts, n)
            with spent() as cost:
                BlockAssembler(TokenBudget.of(window), encoding).assemble(given)
            costs.append(cost.cpu * 1000)
        size.show(
            f"blocks, {encoding.name}",
            f"a window of {window:,}, 132 items of real text; p50 (p95) CPU",
            f"{statistics.median(costs[warm:]):.1f} ms ({p95(costs[warm:]):.1f})",
            "10 ms at p95",
        )


def test_with_retrieval(
    repo: Repo, environment: dict[str, str], sized_data: Path, clock: Callable[[], datetime], size: Size
) -> None:
    repo.commit("pages", {f"docs/{n}.md": text for n, text in enumerate(pages(sized_data, size.of(DOCUMENTS, 2)))})
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="benchmark")
        passages = add_vectors(at, OnnxEmbedder())
        asked = questions(sized_data)
        for question in asked[:5]:
            at.contexts.assemble(ContextRequest(question, deadline_ms=PATIENT_MS))
        gc.collect()
        for name, deadline in (("to its end", PATIENT_MS), ("default deadline", None)):
            cpu, wall, late = [], [], 0
            for question in asked:
                with spent() as cost:
                    made, _ = at.contexts.assemble(ContextRequest(question, deadline_ms=deadline))
                assert len(made.blocks) == len(BlockType)
                late += bool(made.missing)
                cpu.append((cost.cpu + cost.children) * 1000)
                wall.append(cost.wall * 1000)
            size.show(
                f"context, {name}",
                f"{passages:,} passages, {len(asked)} questions; p50 (p95) CPU",
                f"{statistics.median(cpu):.0f} ms ({p95(cpu):.0f})",
                f"50 ms; wall {statistics.median(wall):.0f} ms ({p95(wall):.0f}), {late} without all",
            )
