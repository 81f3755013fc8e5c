"""Whose vectors are made first: a passage of each document, and of each project in turn."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.clock import system_clock
from scrubjay.model.encoded import Encoded
from scrubjay.operations.jobs.embed import BATCH, embed_pending
from scrubjay.operations.jobs.loop import run_queue
from scrubjay.operations.jobs.runner import JobRunner
from tests.conftest import Repo

from .conftest import LetterEmbedder, opened

pytestmark = pytest.mark.story

SMALL = 10


class NotingEmbedder(LetterEmbedder):
    """Notes each text that it was given, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        self.texts += texts
        return super().embed_passages(texts)


def sections(word: str, count: int) -> str:
    return "".join(f"# Part {number}\n\n{f'{word} are stored ' * 60}\n\n" for number in range(count))


def test_ten_documents_wait_for_a_batch_of_a_large_project_not_for_all(
    make_repo: Callable[..., Repo], quiet: dict[str, str], home: Path
) -> None:
    large, small = make_repo("large"), make_repo("small")
    large.commit("much", {"much.md": sections("turnips", 5 * BATCH)})
    small.commit("little", {f"{n}.md": f"# Radish {n}\n\nradishes\n" for n in range(SMALL)})
    embedder, stopping = NotingEmbedder(), threading.Event()
    with opened(quiet, embedder) as app:
        for repo in (large, small):
            at = app.initialise(repo.path)
            at.documents.ingest(at.documents.view(), cause="test")
            app.queue.enqueue(at.project.id, repo.path.resolve(), "embed", "test")
        run_queue(home, app.queue, JobRunner(app, system_clock, stopping).run, stopping, idle_s=0)
        assert app.queue.counts().waiting == 0
        for repo in (large, small):
            database = app.workspace(repo.path).knowledge_database
            have, total = database.read(VectorIndex(embedder.fingerprint).progress)
            assert have == total
    last = max(place for place, text in enumerate(embedder.texts) if "radishes" in text)
    assert last < BATCH + SMALL
    assert len(embedder.texts) > 5 * BATCH


def test_each_document_has_a_vector_before_any_has_two(project: Repo, home: Path) -> None:
    project.commit("much", {f"{n}.md": sections(f"{n} turnips", 6) for n in range(BATCH)})
    embedder = NotingEmbedder()
    with opened(project.environment, embedder) as app:
        at = app.workspace(project.path)
        at.documents.ingest(at.documents.view(), cause="test")
        index = VectorIndex(embedder.fingerprint)
        first = at.knowledge_database.read(lambda c: index.pending(c, BATCH + 1))
        documents = at.knowledge_database.read(
            lambda c: c.execute("SELECT id FROM passage WHERE ordinal = 0 ORDER BY id DESC").fetchall()
        )
        assert [id for id, _ in first] == [row["id"] for row in documents]
        assert embed_pending(at.knowledge_database, embedder, stop=lambda: False).computed > 2 * len(first)
