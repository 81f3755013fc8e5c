"""A briefer over real git, real databases and no model."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from tests.conftest import Repo

from scrubjay.briefing.facts import MemoryLine
from scrubjay.briefing.gather import Sources
from scrubjay.documents.policy import policy
from scrubjay.documents.selection import Selection
from scrubjay.documents.service import Documents
from scrubjay.documents.view import Views
from scrubjay.embedding.tokenizer import Tokenizer
from scrubjay.git import Git, GitEnvironment, open_repository
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.sessions import Tasks
from scrubjay.settings import load_settings
from scrubjay.storage import Database

MEMORY = MemoryLine("fact", "Staging drops idle connections.", "unreviewed", "2026-02-28T12:00:00Z")


class Later:
    """Counts how often somebody asked for the worker."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> None:
        self.asked += 1


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.fixture
def sources(
    repo: Repo, environment: dict[str, str], tmp_path: Path, clock: Callable[[], datetime], later: Later
) -> Iterator[Sources]:
    git_environment = GitEnvironment.of(environment)
    repository = open_repository(repo.path, git_environment)
    git = Git(repository.worktree, git_environment)
    ingestion = load_settings(environment).ingestion
    selection = Selection(ingestion.include, ingestion.exclude)
    folder = tmp_path / "home" / "project"
    with Database(folder / "knowledge.db", "knowledge") as knowledge, Database(folder / "session.db", "session") as own:
        documents = Documents(
            git, knowledge, Views(git, repository, selection), selection, policy(ingestion), Tokenizer(), clock,
            fingerprint="none",
        )  # fmt: skip
        retriever = HybridRetriever(knowledge, documents.visible, None)
        yield Sources(
            git, repository, documents, retriever, Tasks(own, clock), clock, lambda limit: (MEMORY,)[:limit], later
        )
        retriever.close()
