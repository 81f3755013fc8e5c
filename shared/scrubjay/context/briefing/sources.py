"""The services that a briefing's facts are read from."""

from collections.abc import Callable, Sequence

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever
from scrubjay.memory.freshness.freshness import Freshness
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.listing.needs import Need
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.view import View
from scrubjay.search.history.authors import People
from scrubjay.search.recall.recall import Recall
from scrubjay.session.tasks.archive import TaskArchive
from scrubjay.session.tasks.points import SessionPoints
from scrubjay.session.tasks.reading import TaskReader
from scrubjay.storage.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefingSources:
    """The services that the facts of one worktree are read from."""

    session: Database
    git: Git
    repository: Repository
    documents: Documents
    retriever: HybridRetriever
    recall: Recall
    people: People
    memories: MemoryReader
    branches: WorktreeBranches
    reviews: ReviewQueue
    freshness: Freshness
    grades: Grades
    tasks: TaskReader
    points: SessionPoints
    merged: TaskArchive
    clock: Clock
    said: bool = True
    """Whether memories that nothing but an agent says are included."""
    min_grade: Grade = Grade.GROUNDED
    """The lowest grade that is shown unasked."""
    needs: Callable[[View], Sequence[Need]] = lambda _: ()
    """What needs the person."""
    proposed: Callable[[], tuple[str, str] | None] = lambda: None
    """The key and the text of a line about what waits to be told to others."""
