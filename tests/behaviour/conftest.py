"""Stories run over a real home, real git and a fake model; the worker is not started, ingestion is asked for."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from tests.behaviour.processes import quiet, scrubjay
from tests.conftest import Repo
from tests.fakes import HashingEmbedder


@pytest.fixture
def open_home(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[Callable[..., App]]:
    """Open a home; the default one, or another by its path. All are closed at the end."""
    with ExitStack() as stack:

        def open_(home: Path | None = None) -> App:
            mine = environment | ({"SCRUBJAY_HOME": str(home)} if home else {})
            return stack.enter_context(
                open_app(
                    load_settings(mine),
                    git_environment=GitEnvironment.of(mine),
                    embedder=HashingEmbedder(),
                    clock=clock,
                    wake=lambda: None,
                )
            )

        yield open_


@pytest.fixture
def app(open_home: Callable[..., App], unhurried: None) -> App:
    """The default home, opened."""
    return open_home()


@pytest.fixture
def anyio_backend() -> str:
    """Stories that talk to servers run on asyncio, as the servers do."""
    return "asyncio"


@pytest.fixture
def shop(repo: Repo) -> Repo:
    """A repository with one document, set up, by keyword only."""
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    scrubjay(repo, "init", "--yes")
    quiet(repo)
    return repo


def ingest(at: Workspace) -> None:
    """What `scrubjay ingest` does for HEAD."""
    at.documents.ingest(at.documents.view(), cause="test")


def found(at: Workspace, words: str, **more: Any) -> set[str]:
    """The texts that a search for some words returns."""
    from scrubjay.search.recall.answer import RecallRequest

    answer = at.recall.search(RecallRequest(query=words, limit=100, **more))
    return {hit.text for hit in (*answer.hits, *answer.memories)}
