"""How often is the right document among the first ten? The product's own path on the authors' own links.

pytest tests/benchmarks/test_retrieval_quality.py -m benchmark -s --data FOLDER
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scrubjay.documents import store
from scrubjay.documents.policy import policy
from scrubjay.documents.prepare import prepare
from scrubjay.embedding.onnx import OnnxEmbedder
from scrubjay.embedding.tokenizer import Tokenizer
from scrubjay.jobs.embed import embed_pending
from scrubjay.model.view import View, ViewFile
from scrubjay.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.settings.schema import IngestionSettings
from scrubjay.storage import Connection, Database

FLOORS = {"fastapi": 0.953, "app-services": 0.917}
"""recall@10 of a plain FTS5 bm25 on the same questions."""


def rows(file: Path) -> list[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@contextmanager
def indexed(folder: Path, home: Path) -> Iterator[tuple[HybridRetriever, View]]:
    """The corpus in a database of its own, with every vector."""
    rules, counter = policy(IngestionSettings()), Tokenizer()
    embedder = OnnxEmbedder(tokenizer=counter)
    files, prepared = [], []
    for row in rows(folder / "corpus.jsonl.gz"):
        blob = hashlib.sha1(row["text"].encode(), usedforsecurity=False).hexdigest()
        files.append(ViewFile(row["id"], blob, "markdown"))
        prepared.append(prepare(files[-1], row["text"].encode(), rules, counter))

    def write(connection: Connection) -> None:
        store.add(connection, prepared, rules, at="", commit="")
        store.add_paths(connection, [file.path for file in files])

    with Database(home / "knowledge.db", "knowledge") as knowledge:
        knowledge.write(write)
        embed_pending(knowledge, embedder, stop=lambda: False)
        retriever = HybridRetriever(knowledge, partial(store.visible, policy=rules), embedder)
        yield retriever, View("bench", folder, "main", "", "", "", "", tuple(sorted(files, key=lambda f: f.path)))
        retriever.close()


def recall(retriever: HybridRetriever, view: View, questions: list[dict[str, Any]], recipe: str) -> float:
    """The mean share of the right documents among the first ten, the link's own page left out."""
    found = 0.0
    for question in questions:
        hits = retriever.search(SearchRequest(question["query"], view, limit=100, recipe=recipe)).hits
        paths = [p for p in dict.fromkeys(h.path for h in hits) if p not in question["exclude_sources"]][:10]
        found += len(set(paths) & set(question["gold"])) / len(question["gold"])
    return found / len(questions)


@pytest.mark.benchmark
@pytest.mark.parametrize("corpus", sorted(FLOORS))
def test_recall_on_links_does_not_fall_below_the_floor(corpus: str, data: Path, tmp_path: Path) -> None:
    folder = data / "doc_links" / corpus
    questions = rows(folder / "queries.jsonl.gz")
    with indexed(folder, tmp_path / "home") as (retriever, view):
        figures = {name: recall(retriever, view, questions, name) for name in ("balanced", "keyword")}
    print(f"\n{corpus}: recall@10 {figures}, floor {FLOORS[corpus]}, {len(questions)} questions")
    assert figures["balanced"] >= FLOORS[corpus]
