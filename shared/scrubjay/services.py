"""The services of one worktree, and what all worktrees of a home share."""

from collections.abc import Callable
from dataclasses import dataclass

from scrubjay.blocks import Contexts
from scrubjay.briefing.briefer import Briefer
from scrubjay.conversations import Conversations
from scrubjay.documents.commits import Commits
from scrubjay.documents.documents import Documents
from scrubjay.extraction.extraction import Extraction
from scrubjay.extraction.reader import ModelReader
from scrubjay.freshness import Freshness, Grades
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository
from scrubjay.grounding.search import SupportSearch
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.memories.archive import MemoryArchive
from scrubjay.memories.memories import Memories, Validate
from scrubjay.memories.visibility import WorktreeBranches
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.observed.observer import Observer
from scrubjay.recall.conversations import ConversationSearch
from scrubjay.recall.own import UserRetriever
from scrubjay.recall.recall import Recall
from scrubjay.retrieval.hybrid import HybridRetriever
from scrubjay.retrieval.indexes import VectorIndexes
from scrubjay.review import ReviewQueue
from scrubjay.sessions.archive import TaskArchive as TaskArchive
from scrubjay.sessions.points import Points
from scrubjay.sessions.tasks import Tasks
from scrubjay.settings import Settings
from scrubjay.storage import Database


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
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
