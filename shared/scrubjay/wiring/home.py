"""The databases of a project; and the services that all worktrees of one home share, with what makes each."""

from typing import TYPE_CHECKING, Any

from scrubjay.identity.insight.counting import EventCounts
from scrubjay.model.frozen import dataclass
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.extensions.registry import ExtensionRegistry
    from scrubjay.git.discovery import UserConfig
    from scrubjay.git.process import GitEnvironment
    from scrubjay.git.worktree import IdleProcesses
    from scrubjay.identity.agents.callers import Rates
    from scrubjay.identity.presence.clients import ClientSessions
    from scrubjay.inference.language import LanguageModel
    from scrubjay.knowledge.chunking import TokenCounter
    from scrubjay.knowledge.documents.policy import FurtherParsers
    from scrubjay.knowledge.index.indexes import VectorIndexes
    from scrubjay.memory.transcript.session import CallingClient
    from scrubjay.model.clock import Clock


@dataclass(frozen=True, slots=True)
class Stores:
    """The databases of a project, and what is counted of it. `forge` has a file only where a forge was named."""

    knowledge: Database
    session: Database
    forge: Database
    counts: EventCounts

    @property
    def used(self) -> tuple[Database, ...]:
        """The databases that exist; that of forges only where a repository of a forge was named."""
        further = (self.forge,) if self.forge.path.is_file() else ()
        return (self.knowledge, self.session, *further)

    def rest(self) -> None:
        """Close the databases that are idle."""
        for database in (self.knowledge, self.session, self.forge):
            database.rest()

    def close(self) -> None:
        """Write what was counted, then close them; running transactions end first."""
        self.counts.flush()
        self.knowledge.close()
        self.session.close()
        self.forge.close()


class HomeServices(Services):
    """What all workspaces of one home share. `user_database()` opens the user's own database on first use."""

    user_settings: Settings = made()
    clock: "Clock" = made()
    git_environment: "GitEnvironment" = made()
    embedder: "Embedder | None" = made()
    language_model: "LanguageModel | None" = made()
    client: "CallingClient | None" = made()
    network: object = made()
    home: "Path" = made()
    home_database: "Database" = made()
    extensions: "ExtensionRegistry" = made("scrubjay.wiring.opening:extensions")
    further_parsers: "FurtherParsers" = made("scrubjay.wiring.documents:further_parsers")
    makers_of: "Callable[[str], Sequence[Callable[..., Any]]]" = made("scrubjay.wiring.opening:makers_of")
    user_database: "Callable[[], Database]" = made()
    client_sessions: "ClientSessions" = made()
    projects: "Callable[[], list[Project]]" = made()
    user_config: "UserConfig" = made("scrubjay.git.discovery:UserConfig")
    idle: "IdleProcesses" = made("scrubjay.git.worktree:IdleProcesses")
    counter: "TokenCounter" = made("scrubjay.inference.embedding.tokenizer:Tokenizer")
    rates: "Rates" = made("scrubjay.identity.agents.callers:Rates")
    indexes: "VectorIndexes" = made("scrubjay.knowledge.index.indexes:VectorIndexes")
