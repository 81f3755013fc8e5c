"""How long does a search take among a million passages, and what is held? Made vectors, real words."""

import random
import statistics
import subprocess
from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha1
from itertools import islice
from pathlib import Path

import numpy as np
import psutil
import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.numeric import normalised
from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.documents.policy import policy
from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.encoded import Encoded
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay.storage.driver import Connection
from tests.benchmarks.figures import Size, pages, spent
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

OF_A_PAGE = 15
"""Passages."""

SENTENCES = 4
"""Of a passage, each from another page: so words are as frequent as in real text, and no two passages are equal."""

QUESTIONS = ("how to read a file line by line", "set a timeout for a request", "merge two tables on a column",
             "which errors does a parser raise", "sort by several keys", "cancel a running task")  # fmt: skip


def texts(sentences: list[str], count: int) -> Iterator[list[str]]:
    """The passages of so many pages."""
    chance = random.Random(7)
    for _ in range(count):
        yield [" ".join(chance.choices(sentences, k=SENTENCES)) for _ in range(OF_A_PAGE)]


def commit(repo: Repo, made: Iterator[list[str]]) -> None:
    """Commit pages without writing them into the folder."""
    with subprocess.Popen(
        ["git", "fast-import", "--quiet"], cwd=repo.path, env=repo.environment, stdin=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"commit refs/heads/main\ncommitter A <a@example.org> 1767225600 +0000\ndata 5\npages\n")
        for number, passages in enumerate(made):
            body = "\n\n".join(passages).encode()
            path = f"docs/part-{number // 500}/page-{number}.md".encode()
            process.stdin.write(b"M 100644 inline %s\ndata %d\n%s\n" % (path, len(body), body))
    assert process.returncode == 0


def index_all(at: Workspace, made: Iterator[list[str]]) -> None:
    """Write the rows that ingestion would write, without reading git and parsing Markdown."""
    chunker = policy(at.settings.ingestion).chunker

    def write(connection: Connection, part: list[list[str]]) -> None:
        for passages in part:
            text = "\n\n".join(passages)
            data = text.encode()
            blob = sha1(b"blob %d\0%s" % (len(data), data)).hexdigest()  # noqa: S324
            content = store.Content(
                blob=blob, format="markdown", chunker=chunker, text=text, size=len(data), read_at=""
            )
            store.add(connection, content, [
                Chunk(ordinal=n, heading=(), start_line=2 * n + 1, end_line=2 * n + 1, tokens=90, text=piece)
                for n, piece in enumerate(passages)
            ])  # fmt: skip

    while part := list(islice(made, 200)):
        at.knowledge_database.write(lambda c, part=part: write(c, part))  # type: ignore[misc]
        at.knowledge_database.truncate_log()


def embed_all(at: Workspace, embedder: OnnxEmbedder, real: int) -> None:
    """Give each passage a vector near that of one that the model embeds."""
    index, chance = VectorIndex(embedder.fingerprint), np.random.default_rng(7)
    rows = at.knowledge_database.read(lambda c: c.execute("SELECT id, text FROM passage ORDER BY id").fetchall())
    centres = embedder.embed_passages([row["text"] for row in rows[:real]]).vectors
    ids = [row["id"] for row in rows]
    for start in range(0, len(ids), 4096):
        part = ids[start : start + 4096]
        around = centres[chance.integers(0, real, len(part))]
        vectors = normalised(around + chance.standard_normal(around.shape).astype(np.float32) * 0.04, 384)
        at.knowledge_database.write(lambda c, p=part, v=vectors: index.add(c, p, Encoded(v)))  # type: ignore[misc]
        at.knowledge_database.truncate_log()


def test_search_among_a_million_passages(
    repo: Repo, environment: dict[str, str], sized_data: Path, clock: Callable[[], datetime], size: Size
) -> None:
    sentences = [line for page in pages(sized_data, 300) for line in page.split("\n") if 20 < len(line) < 200]
    count = size.of(1_000_000 // OF_A_PAGE + 1, 20)
    commit(repo, texts(sentences, count))
    process = psutil.Process()
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at, embedder = app.initialise(repo.path), OnnxEmbedder()
        index_all(at, texts(sentences, count))
        embed_all(at, embedder, size.of(500, 20))
        at.documents.ingest(at.documents.view(), cause="benchmark")
        passages, given = count * OF_A_PAGE, f"{count * OF_A_PAGE:,} passages"
        assert at.knowledge_database.read(VectorIndex(embedder.fingerprint).progress) == (passages, passages)
        file = at.knowledge_database.path.stat().st_size
        size.show("disk", given, f"{file / passages:,.0f} B a passage", "")
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.workspace(repo.path)
        with spent() as first:
            at.recall.search(RecallRequest(query=QUESTIONS[0]))
        size.show("first search", given, f"{first.wall:.1f} s", "")
        for recipe in ("balanced", "keyword"):
            took = []
            for question in QUESTIONS * 4:
                with spent() as cost:
                    answer = at.recall.search(RecallRequest(query=question, recipe=recipe))
                assert answer.hits
                took.append(cost.wall * 1000)
                last = {name: round(value, 1) for name, value in answer.milliseconds.items()}
            result = f"{statistics.median(took):.0f} ms ({max(took):.0f})"
            size.show(f"search, {recipe}", f"{given}, p50 (most); the last: {last}", result, "<= 120 ms")
    held = process.memory_info().rss / 1e6
    size.show("memory", f"{given}; this process, with what built the index", f"{held:.0f} MB", "<= 900 MB")
