"""Real git, a real index and no model: a small project whose documents tests lean on."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import pytest

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.ancestry import BaseTracker
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.policy import policy
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.knowledge.documents.view import Views
from scrubjay.memory.grounding.checks import Resembling, WorktreeChecks
from scrubjay.memory.grounding.citations import citations_of
from scrubjay.memory.grounding.injection import InjectionFlag
from scrubjay.memory.grounding.validator import IngestionValidator
from scrubjay.memory.grounding.verification import CitationVerifier
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.observer import Observed
from scrubjay.model.citation import Citation
from scrubjay.model.evidence import CitationResult, Near
from scrubjay.model.grade import Grade
from scrubjay.model.view import View
from scrubjay.settings.layers import load_settings
from scrubjay.storage.database import Database
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
POOL = "MAX_CONNECTIONS = 20\n\n\nclass Pool:\n    def acquire(self):\n        return 1\n"


@dataclass(frozen=True, slots=True)
class Sources:
    """What a repository says of claims, with the parts that find it."""

    git: Git
    base: BaseTracker
    documents: Documents
    commits: CommitIndex
    verifier: CitationVerifier

    def verifying(self, **more: Any) -> CitationVerifier:
        """The same verifier with other parts beside."""
        return replace(self.verifier, **more)

    def view(self) -> View:
        """HEAD, read into the index."""
        view = self.documents.view()
        self.documents.ingest(view, cause="test")
        self.commits.ingest(view)
        return view

    def cite(self, claim: str, start: str = "") -> CitationResult:
        """What stands at the only place that a claim names."""
        (result,) = self.verifier.verify(claim, citations_of(claim), self.view(), start)
        return result


@pytest.fixture
def project(repo: Repo) -> Repo:
    """Three decisions, one superseded, one only proposed; a guide and code."""
    files: dict[str, str | bytes] = {
        "docs/adr/0002-use-memcached.md": ADR_2,
        "docs/adr/0003-use-redis.md": ADR_3,
        "docs/adr/0004-move-to-kafka.md": ADR_4,
        "docs/guide.md": GUIDE,
        "src/pool.py": POOL,
    }
    repo.commit("Start the project", files)
    return repo


@pytest.fixture
def sources(
    project: Repo, environment: dict[str, str], tmp_path: Path, clock: Callable[[], datetime]
) -> Iterator[Sources]:
    git_environment = GitEnvironment.of(environment)
    repository = open_repository(project.path, git_environment)
    git = Git(repository.worktree, git_environment)
    ingestion = load_settings(environment).ingestion
    selection = Selection(ingestion.include, ingestion.exclude, ingestion.code)
    rules, counter = policy(ingestion), Tokenizer()
    with Database(tmp_path / "home" / "project" / "knowledge.db", "knowledge") as knowledge:
        documents = Documents(
            git=git,
            knowledge=knowledge,
            views=Views(git, repository, selection),
            selection=selection,
            policy=rules,
            counter=counter,
            clock=clock,
            fingerprint=lambda: "",
        )
        commits = CommitIndex(git, knowledge, rules, counter, clock)
        base = BaseTracker(git, repository.common_dir)
        verifier = CitationVerifier(git=git, base=base, documents=documents, commits=commits)
        yield Sources(git, base, documents, commits, verifier)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenChecks:
    """Checks that a test chooses one by one."""

    named: Callable[[str, Sequence[str]], tuple[Citation, ...]]
    verify: Callable[[RememberRequest, Sequence[Citation], View], tuple[CitationResult, ...]]
    sentence: Callable[[str, View], tuple[CitationResult, ...]]
    beside: Callable[[str, View], tuple[Near, ...]]
    comparer: Callable[[RememberRequest], Embedder | None]
    near: Callable[[RememberRequest, Any], Sequence[Resembling]]
    grades: Callable[[Collection[str], View], Mapping[str, Grade]]
    owns: Callable[[RememberRequest], bool] = lambda _: False
    refused: Callable[[RememberRequest], str]
    observe: Callable[[RememberRequest], Observed]
    instructs: Callable[[RememberRequest], tuple[InjectionFlag, ...]]


def validator_of(parts: GivenChecks, clock: Callable[[], datetime]) -> IngestionValidator:
    return IngestionValidator(cast("WorktreeChecks", parts), clock)
