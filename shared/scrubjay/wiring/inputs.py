"""What the services of a worktree are built from: what its home shares, its repository, databases and settings."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scrubjay.agents.rates import Rates
from scrubjay.git.held_objects import IdleProcesses
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository
from scrubjay.git.user_config import UserConfig
from scrubjay.index.indexes import VectorIndexes
from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.inference.reranking.reranker import Reranker
from scrubjay.insight.counting import EventCounts
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass
from scrubjay.model.project import Project
from scrubjay.settings import Settings
from scrubjay.storage import Database

if TYPE_CHECKING:
    from scrubjay.extraction.reader import ModelReader
    from scrubjay.freshness.model_reading import GroundReader
    from scrubjay.observed.observer import Observer
    from scrubjay.promotion.judge import PromotionJudge
    from scrubjay_forges.forges.client import Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What all workspaces of one home share. `user_database()` opens the user's own database on first use.

    `home` is home.db. `reader()` is what reads turns with a language model, where the user allows one;
    `judge()` is what scores memories with it, `ground_reader()` what reads them beside their grounds' words.
    `captured` says whether hooks reported a session, whose own transcript is read then. `projects()` are those of the
    home; `network` is how forges are reached, where it isn't the usual way.
    """

    settings: Settings
    git_environment: GitEnvironment
    user_config: UserConfig
    idle: IdleProcesses
    embedder: Embedder | None
    tokenizer: Tokenizer
    clock: Clock
    home: Database
    rates: Rates
    user_database: Callable[[], Database]
    indexes: VectorIndexes
    reader: "Callable[[], ModelReader] | None" = None
    judge: "Callable[[], PromotionJudge] | None" = None
    ground_reader: "Callable[[], GroundReader] | None" = None
    observer: "Callable[[Git, Repository], Observer] | None" = None
    captured: Callable[[str], bool] = lambda _: False
    projects: "Callable[[], Sequence[Project]]" = lambda: ()
    network: "Network | None" = None


@dataclass(frozen=True, slots=True)
class Stores:
    """The databases of a project, and what is counted of it. `forge` has a file only where a forge was named."""

    knowledge: Database
    session: Database
    forge: Database
    counts: EventCounts

    @property
    def used(self) -> tuple[Database, ...]:
        """Those that are there: that of forges only where one was named."""
        further = (self.forge,) if self.forge.path.is_file() else ()
        return (self.knowledge, self.session, *further)

    def is_current(self) -> bool:
        """Whether the files at their paths are still those that were opened."""
        return all(database.is_current() for database in (self.knowledge, self.session, self.forge))

    def close(self) -> None:
        """Write what was counted, then close them; running transactions end first."""
        self.counts.flush()
        self.knowledge.close()
        self.session.close()
        self.forge.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorktreeInputs:
    """One worktree of a project, with the settings that its repository's configuration narrows.

    `reranker` is one for all retrievers, so that their scores compare. `enqueue(cause)` asks the worker to update the
    worktree's text and vectors, and starts a worker if none runs; `enqueue_soon` does so in
    a moment, for what nobody waits for.
    """

    shared: Shared
    repository: Repository
    project: Project
    stores: Stores
    settings: Settings
    git: Git
    reranker: Reranker | None
    enqueue: Callable[[str], None]
    enqueue_soon: Callable[[str], None]
