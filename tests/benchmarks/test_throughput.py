"""How many passages a CPU-second: the SQL alone, the whole text path, the vectors?"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.policy import policy
from scrubjay.knowledge.documents.prepare import PreparedBlob, prepare
from scrubjay.model.view import ViewFile
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.settings.layers import load_settings
from scrubjay.settings.reading import IngestionSettings
from scrubjay.storage.database import Database
from tests.benchmarks.figures import Size, pages, program, spent
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark


def test_sql_part(sized_data: Path, tmp_path: Path, size: Size) -> None:
    rules, counter = policy(IngestionSettings()), Tokenizer()
    items = [
        prepare(ViewFile(f"{n}.md", f"{n:040x}", "markdown"), text.encode(), rules, counter)
        for n, text in enumerate(pages(sized_data, 400))
    ]
    total = sum(len(item.passages) for item in items if isinstance(item, PreparedBlob))
    with Database(tmp_path / "knowledge.db", "knowledge") as database, spent() as cost:
        for start in range(0, len(items), 20):
            database.write(lambda c, s=start: store.add(c, items[s : s + 20], rules, read_at="", commit=""))  # type: ignore[misc]
    size.show(
        "SQL part", f"{total:,} prepared passages of 400 pages", f"{total / cost.cpu:,.0f} /CPU-s", ">= 5,000 /CPU-s"
    )


def test_text_path(
    repo: Repo, environment: dict[str, str], sized_data: Path, clock: Callable[[], datetime], size: Size
) -> None:
    repo.commit("pages", {f"docs/{n}.md": text for n, text in enumerate(pages(sized_data, 400))})
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        view = at.documents.view()
        with spent() as cost:
            report = at.documents.ingest(view, cause="benchmark")
        rate = report.passages / (cost.cpu + cost.children)
        size.show(
            "whole text path", f"{report.passages:,} Markdown passages from git", f"{rate:,.0f} /CPU-s", ">= 500 /CPU-s"
        )
        assert at.documents.verify(view, deep=True).ok


def test_vectors(sized_data: Path, tmp_path: Path, size: Size) -> None:
    rules, counter = policy(IngestionSettings()), Tokenizer()
    embedder = OnnxEmbedder(tokenizer=counter)
    items = [
        prepare(ViewFile(f"{n}.md", f"{n:040x}", "markdown"), text.encode(), rules, counter)
        for n, text in enumerate(pages(sized_data, size.of(60, 2)))
    ]
    with Database(tmp_path / "knowledge.db", "knowledge") as database:
        database.write(lambda c: store.add(c, items, rules, read_at="", commit=""))
        texts = sorted((p.text for item in items if isinstance(item, PreparedBlob) for p in item.passages), key=len)
        embedder.embed_query("warm")
        with spent() as model:
            for start in range(0, len(texts), 64):
                embedder.embed_passages(texts[start : start + 64])
        with spent() as product:
            made = embed_pending(database, embedder, stop=lambda: False).computed
    assert made == len(texts)
    share = (made / product.cpu) / (len(texts) / model.cpu)
    size.show("model alone", f"{len(texts):,} passages of 60 pages", f"{len(texts) / model.cpu:,.0f} /CPU-s", "")
    size.show("with embedding", "the same, read, embedded, stored", f"{share:.0%} of the model", ">= 75 %")


def test_first_answer(repo: Repo, sized_data: Path, size: Size) -> None:
    repo.commit("pages", {f"docs/{n}.md": text for n, text in enumerate(pages(sized_data, 5000))})
    if not size.full:
        repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    with spent() as cost:
        program("init", "--yes", at=repo)
        answer = program("search", "what does a path declare", at=repo)
    assert "docs/" in answer
    size.show("first keyword answer", "init and search, 5,000 documents, wall", f"{cost.wall:.1f} s", "<= 60 s")
