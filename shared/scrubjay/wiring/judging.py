"""Makers of the judge of claims, and of what observes the session that it serves."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from scrubjay.errors import NotFound, UsageError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.ancestry import BaseTracker
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.retrieval.grounds import GroundPassages
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.grounding.checks import MemoriesByMeaning, WorktreeChecks
from scrubjay.memory.grounding.foreign import ForeignCitations
from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.grounding.validator import IngestionValidator
from scrubjay.memory.grounding.verification import Check, CitationVerifier
from scrubjay.memory.lifecycle.remembering import Validate
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.memory.transcript.here import observer_here
from scrubjay.memory.transcript.session import CallingClient
from scrubjay.model.clock import Clock
from scrubjay.model.evidence import CitationKind, ValidationResult
from scrubjay.model.project import Project
from scrubjay.search.recall.other_databases import UserRetriever
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.grounds import CitationReader
    from scrubjay.memory.transcript.observer import Observer


def validate(
    git: Git, project: Project, knowledge_database: Database, base: BaseTracker, documents: Documents,
    commits: CommitIndex, retriever: HybridRetriever, user_retriever: UserRetriever, memory_reader: MemoryReader,
    grades: Grades, citation_readers: "Sequence[CitationReader]",
    citation_checks: Sequence[Mapping[CitationKind, Check]], foreign_citations: ForeignCitations,
    observer: "Observer | None", last_act: Callable[[], str], embedder: Embedder | None, clock: Clock,
    user_settings: Settings, branches: WorktreeBranches,
) -> "Validate":  # fmt: skip
    """Judges what is to be remembered in a worktree; what it reads is as of one moment, and read once."""

    def by_meaning(scope: str) -> MemoriesByMeaning | None:
        if scope != "user":
            return retriever
        return user_retriever if memory_reader.user_exists() else None

    def owns(request: RememberRequest) -> bool:
        try:
            older = [memory_reader.get(id) for id in request.replaces]
        except (NotFound, UsageError):
            return False
        agents = all(one.origin is request.origin and one.author == request.author for one in older)
        return bool(older) and agents and all(one.agent == request.agent for one in older)

    named = user_settings.people == "on"
    checks = WorktreeChecks(
        verifier=CitationVerifier(
            git=git,
            base=base,
            documents=documents,
            commits=commits,
            further={kind: check for checks in citation_checks for kind, check in checks.items()},
            citations=citation_readers,
            foreign=foreign_citations,
            acted=last_act,
            project=project.name,
            named=named,
        ),
        documents=documents,
        passages=GroundPassages(knowledge_database, documents.visible),
        memories=memory_reader,
        grades=grades.grades_only,
        owns=owns,
        by_meaning=by_meaning,
        observer=observer,
        embedder=embedder,
    )
    validator = IngestionValidator(checks, clock, user_settings.privacy.allow, branches.anchors)

    def judge(request: RememberRequest) -> ValidationResult:
        with knowledge_database.snapshot(), observer.moment() if observer else nullcontext():
            return validator.validate(request, documents.view())

    return judge


def observer(
    client: CallingClient | None, home_database: Database, clock: Clock, git: Git, repository: Repository,
    user_settings: Settings,
) -> "Observer | None":  # fmt: skip
    if client is None:
        return None
    return observer_here(
        home_database=home_database, clock=clock, git=git, repository=repository, client=client, same=is_same_claim,
        person=user_settings.user_id, home=user_settings.home,
    )  # fmt: skip
