"""A briefer over real git, real databases and no model."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.context.briefing.sources import BriefingSources
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.identity.audit import CrossScopeReads
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.policy import policy
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.knowledge.documents.view import Views
from scrubjay.knowledge.index.indexes import WantedPassages
from scrubjay.knowledge.index.sources import Sources
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.memory.freshness.freshness import Freshness, contains_quote
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.memory.store.visible import StandIns, VisibleMemories
from scrubjay.model.evidence import Act, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.view import View
from scrubjay.search.history.authors import Authors, People
from scrubjay.search.history.search import HistorySearch
from scrubjay.search.recall.other_databases import UserRetriever
from scrubjay.search.recall.recall import Recall
from scrubjay.session.tasks.archive import TaskArchive
from scrubjay.session.tasks.branches import lineage
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.settings.layers import load_settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.conftest import Repo


@pytest.fixture
def sources(
    repo: Repo, environment: dict[str, str], tmp_path: Path, clock: Callable[[], datetime]
) -> Iterator[BriefingSources]:
    git_environment = GitEnvironment.of(environment)
    repository = open_repository(repo.path, git_environment)
    git = Git(repository.worktree, git_environment)
    settings = load_settings(environment)
    ingestion = settings.ingestion
    selection = Selection(ingestion.include, ingestion.exclude)
    folder = tmp_path / "home" / "project"
    with (
        Database(folder / "knowledge.db", "knowledge") as knowledge,
        Database(folder / "user.db", "knowledge") as user,
        Database(folder / "session.db", "session") as own,
    ):
        documents = Documents(
            git=git,
            knowledge=knowledge,
            views=Views(git, repository, selection),
            selection=selection,
            policy=policy(ingestion),
            counter=Tokenizer(),
            clock=clock,
            fingerprint=lambda: "",
        )
        branches = WorktreeBranches(git, knowledge, "p1", contains_quote)
        shelf = VisibleMemories("p1", clock, branches)

        def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
            return shelf.fill(connection, view, documents.visible(connection, view))

        retriever = HybridRetriever(knowledge, visible, None)
        stores = MemoryStores(
            project_id="p1",
            project=knowledge,
            user=lambda: user,
            clock=clock,
            counter=Tokenizer(),
            branches=branches,
            reads=CrossScopeReads(lambda: user, clock, "p1", ""),
        )
        reader = MemoryReader(stores)
        fresh = Freshness(git, documents, reader)
        grades = Grades(reader, fresh)
        memories = Memories(stores, validate=_judge, grades=lambda ids: grades.grades_only(ids, documents.view()))
        own_memories = UserRetriever("p1", lambda: user, clock, None)
        commits = CommitIndex(git, knowledge, policy(ingestion), Tokenizer(), clock)
        authors = Authors(git)
        people = People(authors, named=True)
        recall = Recall(
            git=git,
            documents=documents,
            retriever=retriever,
            memories=memories,
            grades=grades,
            own=own_memories,
            settings=settings.retrieval,
            later=lambda: None,
            commits=commits,
            sources=Sources([commits]),
            history=HistorySearch(git, retriever.search, authors, people),
            stand_ins=StandIns(),
            wanted=WantedPassages(knowledge, None),
        )
        queue = ReviewQueue(memories, "ada")
        tasks = Tasks(own, clock, lineages=lambda branch, commit: lineage(git, branch, commit))
        points, merged = SessionPoints(own, clock), TaskArchive(own, git, clock)
        yield BriefingSources(
            session=own,
            git=git,
            repository=repository,
            documents=documents,
            retriever=retriever,
            recall=recall,
            people=people,
            memories=memories,
            branches=branches,
            reviews=queue,
            freshness=fresh,
            grades=grades,
            tasks=tasks,
            points=points,
            merged=merged,
            clock=clock,
        )


def _judge(asked: RememberRequest) -> ValidationResult:
    """What grounding says of a claim that cites nothing: it is kept, and worth what stands behind it."""
    at = "2026-03-01T12:00:00Z"
    said = EvidenceObject(
        claim=asked.content,
        capture_time=at,
        source=asked.origin,
        source_id=asked.author,
        act=asked.act,
        turn=asked.turn,
    )
    return ValidationResult(
        verdict=Verdict.STORED, grade=said.grade, reason="", checks_passed=(), checks_failed=(), evidence=said
    )


def memories_of(sources: BriefingSources) -> Memories:
    """The memories of a briefing, to write to."""
    assert isinstance(sources.memories, Memories)
    return sources.memories


def tasks_of(sources: BriefingSources) -> Tasks:
    """The tasks of a briefing, to write to."""
    assert isinstance(sources.tasks, Tasks)
    return sources.tasks


def told(content: str, **more: str) -> RememberRequest:
    """A claim that a person types."""
    return RememberRequest(content=content, author="ada", origin=Origin.PERSON, act=Act.TYPED, **more)  # type: ignore[arg-type]
