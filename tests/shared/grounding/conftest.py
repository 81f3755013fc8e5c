"""A validator over a real repository; what is already known is handed in by each test."""

from collections.abc import Callable, Sequence
from datetime import datetime

import pytest

from scrubjay.app import App, Workspace
from scrubjay.grounding.claim import Claim
from scrubjay.grounding.neighbours import Resembling
from scrubjay.grounding.search import SupportSearch
from scrubjay.grounding.validator import IngestionValidator
from scrubjay.grounding.verification import CitationVerifier
from scrubjay.model.view import View
from tests.conftest import Repo

ADR_2 = """\
# 2. Use Memcached for caching

## Status

Superseded by [3](0003-use-redis.md)

## Decision

We use Memcached for caching.
"""
ADR_3 = """\
# 3. Use Redis for caching

## Status

Accepted

## Considered options

* Use Valkey for caching

## Decision

We use Redis for caching session data. Sessions expire after 30 minutes.
"""
ADR_4 = "# 4. Move to Kafka\n\n## Status\n\nProposed\n\n## Decision\n\nAll events move to Kafka topics.\n"
GUIDE = "# Guide\n\nThe API returns errors as problem documents of RFC 7807. The server listens on port 8080.\n"

Known = Callable[[Claim], Sequence[Resembling]]


@pytest.fixture
def project(repo: Repo) -> Repo:
    """Three decisions, one superseded, one only proposed, and a guide."""
    files: dict[str, str | bytes] = {
        "docs/adr/0002-use-memcached.md": ADR_2,
        "docs/adr/0003-use-redis.md": ADR_3,
        "docs/adr/0004-move-to-kafka.md": ADR_4,
        "docs/guide.md": GUIDE,
        "src/pool.py": "def acquire():\n    return 1\n",
    }
    repo.commit("Start the project", files)
    return repo


@pytest.fixture
def workspace(project: Repo, app: App) -> Workspace:
    opened = app.initialise(project.path)
    opened.documents.ingest(opened.documents.view(), cause="test")
    return opened


@pytest.fixture
def view(workspace: Workspace) -> View:
    return workspace.documents.view()


@pytest.fixture
def verifier(workspace: Workspace) -> CitationVerifier:
    return CitationVerifier(workspace.git, workspace.documents, workspace.commits)


@pytest.fixture
def validator(workspace: Workspace, verifier: CitationVerifier, clock: Callable[[], datetime]) -> IngestionValidator:
    search = SupportSearch(workspace.documents, workspace.retriever)
    return IngestionValidator(verifier.verify, search.find, lambda _: {}, lambda *_: (), clock)
