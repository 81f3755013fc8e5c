"""Wiring of the services of one worktree; `app` keeps what workspaces share."""

from collections.abc import Callable
from dataclasses import dataclass

from scrubjay.blocks import Contexts, Materials
from scrubjay.briefing.briefer import Briefer
from scrubjay.briefing.gather import Sources
from scrubjay.briefing.told import Ledger
from scrubjay.conversations import Conversations, SaidTurns
from scrubjay.conversations import store as conversation_rows
from scrubjay.documents.chunking.languages import unknown_languages
from scrubjay.documents.commits import Commits
from scrubjay.documents.documents import Documents
from scrubjay.documents.policy import policy
from scrubjay.documents.selection import Selection
from scrubjay.documents.view import Views
from scrubjay.extraction.extraction import Extraction
from scrubjay.extraction.reader import ModelReader
from scrubjay.extraction.stated import Stated
from scrubjay.freshness import Freshness, Grades, says
from scrubjay.git.base import BaseTracker
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository
from scrubjay.git.written import clone_state
from scrubjay.grounding.judging import afar, judging
from scrubjay.grounding.neighbours import Alike
from scrubjay.grounding.search import SupportSearch
from scrubjay.grounding.support.supporting import supporter
from scrubjay.grounding.verification import CitationVerifier
from scrubjay.inference.choose import make_reranker
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.memories.archive import MemoryArchive
from scrubjay.memories.memories import Memories, Validate
from scrubjay.memories.room import Limits
from scrubjay.memories.shelf import MemoryShelf
from scrubjay.memories.visibility import WorktreeBranches
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.model.view import View
from scrubjay.observed.observer import Observer
from scrubjay.recall.conversations import ConversationSearch
from scrubjay.recall.own import UserRetriever
from scrubjay.recall.recall import Recall
from scrubjay.retrieval.fresh import embed_content
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.retrieval.indexes import VectorIndexes
from scrubjay.review import ReviewQueue
from scrubjay.review.running import running
from scrubjay.sessions.archive import TaskArchive as TaskArchive
from scrubjay.sessions.branches import lineage
from scrubjay.sessions.points import Points
from scrubjay.sessions.tasks import Tasks
from scrubjay.settings import REPOSITORY_FILE, Settings, with_repository
from scrubjay.storage import Connection, Database


@dataclass(frozen=True, slots=True)
class Shared:
    """What all workspaces of one home share. `user_database()` opens the user's own database on first use.

    `captured` says whether hooks reported a session, whose own transcript is read then.
    """

    settings: Settings
    git_environment: GitEnvironment
    embedder: Embedder | None
    tokenizer: Tokenizer
    clock: Clock
    user_database: Callable[[], Database]
    indexes: VectorIndexes
    reader: ModelReader | None = None
    observer: Callable[[Git, Repository], Observer] | None = None
    captured: Callable[[str], bool] = lambda _: False


@dataclass(frozen=True, slots=True)
class Stores:
    """The two databases of a project."""

    knowledge: Database
    session: Database


@dataclass(frozen=True, slots=True)
class Workspace:
    """The services for one worktree of one project.

    `show(session, answer)` records which memories an answer showed to a session. `refused` names settings that its
    configuration may not set. `enqueue(cause)` asks the worker to update its text and vectors, and starts a worker if
    none runs.
    """

    repository: Repository
    project: Project
    settings: Settings
    refused: tuple[str, ...]
    git: Git
    documents: Documents
    commits: Commits
    retriever: HybridRetriever
    recall: Recall
    memories: Memories
    judge: Validate
    branches: WorktreeBranches
    tasks: Tasks
    points: Points
    merged: TaskArchive
    briefer: Briefer
    own: UserRetriever
    archive: MemoryArchive
    reviews: ReviewQueue
    freshness: Freshness
    grades: Grades
    embedder: Embedder | None
    knowledge: Database
    session: Database
    enqueue: Callable[[str], None]
    show: Callable[[str, str], None]
    supporting: SupportSearch
    conversations: Conversations
    talks: ConversationSearch
    contexts: Contexts
    extraction: Extraction
    close: Callable[[], None]
    """Ends the threads of its retrievers."""


def assemble(
    shared: Shared,
    repository: Repository,
    project: Project,
    stores: Stores,
    text: str,
    enqueue: Callable[[str], None],
) -> Workspace:
    """Wire one workspace. `text` is the repository's configuration, which is untrusted. Raises ConfigError."""
    settings, refused = with_repository(shared.settings, text, str(repository.worktree / REPOSITORY_FILE))
    unknown = unknown_languages(settings.ingestion.code)
    git = Git(repository.worktree, shared.git_environment)
    selection = Selection(settings.ingestion.include, settings.ingestion.exclude, settings.ingestion.code)
    rules = policy(settings.ingestion, settings.privacy.allow)
    documents = Documents(
        git,
        stores.knowledge,
        Views(git, repository, selection),
        selection,
        rules,
        shared.tokenizer,
        shared.clock,
        fingerprint=lambda: shared.embedder.fingerprint.key if shared.embedder else "",
    )
    branches = WorktreeBranches(git, stores.knowledge, project.id, says, lambda: clone_state(repository.common_dir))
    shelf = MemoryShelf(project.id, shared.clock, branches)
    commits = Commits(git, stores.knowledge, rules, shared.tokenizer, shared.clock)

    def visible(connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        number = documents.visible(connection, view)
        if "commit" in kinds:
            commits.fill(connection, view, number)
        if not kinds or "memory" in kinds:
            shelf.fill(connection, view, number)
        return number

    reranker = make_reranker(settings.retrieval.reranker)  # one for both, so that their scores compare
    retriever = HybridRetriever(stores.knowledge, visible, shared.embedder, reranker=reranker, indexes=shared.indexes)
    base = BaseTracker(git, repository.common_dir)
    supporting = SupportSearch(git, base, documents, commits, retriever)
    user_exists = (shared.settings.home / "user" / "knowledge.db").exists

    def by_meaning(scope: str) -> Alike:
        if scope != "user":
            return retriever.alike
        return own.alike if user_exists() else lambda *_: {}

    ledger = Ledger(stores.session, shared.clock)
    said = SaidTurns(stores.session)
    judge = judging(
        shared.settings, shared.clock, documents,
        CitationVerifier(git, base, documents, commits, afar(shared.settings), supporter(shared.embedder)), supporting,
        lambda: memories, lambda ids, view: grades.plain(ids, view), by_meaning,
        shared.observer(git, repository) if shared.observer else None, shared.embedder,
    )  # fmt: skip

    def kept(database: Database, id: str) -> None:
        try:
            if shared.embedder is not None:
                embed_content(database, shared.embedder, id)
        finally:
            enqueue("remember")

    memories = Memories(
        project.id, stores.knowledge, shared.user_database, shared.clock,
        counter=shared.tokenizer,
        validate=judge,
        branches=branches,
        grades=lambda ids: grades.plain(ids, documents.view()),
        limits=Limits(**shared.settings.review.model_dump()),
        user_exists=user_exists,
        reader=shared.settings.user_id,
        personal=shared.settings.privacy.personal,
        allowed=shared.settings.privacy.allow,
        after_forgetting=ledger.clear,
        kept=kept,
        shown=ledger.shown,
    )  # fmt: skip
    reviews = ReviewQueue(memories, shared.settings.user_id, lambda memory: running(tasks, points, memory))
    freshness = Freshness(git, documents, memories, shallow=repository.shallow)
    grades = Grades(memories, freshness)
    own = UserRetriever(project.id, shared.user_database, shared.clock, shared.embedder, reranker, shared.indexes)
    tasks = Tasks(
        stores.session, shared.clock, lambda: briefer.prepare(), lambda branch, head: lineage(git, branch, head)
    )
    points = Points(stores.session, shared.clock)
    merged = TaskArchive(stores.session, git, shared.clock)
    recall = Recall(
        git, documents, retriever, memories, grades, own, settings.retrieval, lambda: enqueue("search"), commits,
        unconfirmed=shared.settings.memory.unconfirmed == "show",
    )  # fmt: skip
    conversations = Conversations(
        stores.session,
        shared.tokenizer,
        shared.clock,
        shared.settings.conversations.retention_days,
        shared.settings.privacy.personal,
    )
    talking = HybridRetriever(
        stores.session, lambda c, view, _: conversation_rows.visible(c, view.key), shared.embedder, reranker=reranker,
        indexes=shared.indexes,
    )  # fmt: skip
    talks = ConversationSearch(
        git, repository, stores.session, talking, lambda: enqueue("search"), grows=shared.settings.conversations.index
    )

    extraction = Extraction(
        stores.session, said, memories, shared.settings.user_id, Stated(shared.embedder), shared.reader,
        off=shared.settings.extraction.by == "off", captured=shared.captured,
    )  # fmt: skip
    least = shared.settings.memory.min_grade
    contexts = Contexts(Materials(documents, memories, grades, tasks, said, recall.search, shared.clock, least))

    def close() -> None:
        for one in (contexts, memories, retriever, own, talking):  # memories finish pending writes
            one.close()

    sources = Sources(
        git,
        repository,
        documents,
        retriever,
        recall,
        memories,
        branches,
        reviews,
        freshness,
        grades,
        tasks,
        points,
        merged,
        shared.clock,
        shared.settings.memory.unconfirmed == "show",
        least,
    )
    briefer = Briefer(sources, ledger)
    return Workspace(
        repository, project, settings, (*refused, *unknown), git, documents, commits, retriever, recall, memories,
        judge, branches, tasks, points, merged, briefer, own, MemoryArchive(memories, shared.settings.home), reviews,
        freshness, grades, shared.embedder, stores.knowledge, stores.session, enqueue, ledger.show, supporting,
        conversations, talks, contexts, extraction, close,
    )  # fmt: skip
