"""What a partial clone lacked is looked for once after objects came, and not again at each question."""

import os
from collections.abc import Callable
from datetime import datetime

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.reading import SearchableView
from tests.conftest import Repo


@pytest.fixture
def at(make_repo: Callable[..., Repo], app: App) -> Workspace:
    source = make_repo("source")
    source.commit("start", {"a.md": "# A\n\nGabbro.\n", "b.md": "# B\n"})
    source.git("config", "uploadpack.allowFilter", "true")
    target = source.path.parent / "clone"
    source.git("clone", "-q", "--no-checkout", "--filter=blob:none", source.path.as_uri(), str(target))
    at = app.initialise(target)
    at.documents.ingest(at.documents.view(), cause="test")
    return at


def packed(at: Workspace, seconds: float, clock: Callable[[], datetime]) -> None:
    moment = clock().timestamp() + seconds
    os.utime(at.repository.common_dir / "objects" / "pack", (moment, moment))


def test_the_worker_looks_again_once_packs_came(at: Workspace, clock: Callable[[], datetime]) -> None:
    asked: list[str] = []
    documents = at.documents
    searchable = SearchableView(documents, lambda: asked.append("worker"))
    packed(at, -60, clock)
    searchable.current()
    assert asked == []
    packed(at, 60, clock)
    searchable.current()
    assert asked == ["worker"]


def test_what_came_is_read_and_what_did_not_stays_absent(
    at: Workspace, clock: Callable[[], datetime], environment: dict[str, str]
) -> None:
    documents, repo = at.documents, Repo(at.repository.worktree, environment)
    assert documents.left_out(documents.view()).counts["absent"] == 2
    repo.git("checkout", "-q", "HEAD", "--", "a.md")
    documents.ingest(documents.view(), cause="test")
    assert documents.left_out(documents.view()).counts["absent"] == 1
    assert documents.counts(documents.view()).documents == 1
    packed(at, -60, clock)
    assert not documents.may_have_arrived(documents.view())
