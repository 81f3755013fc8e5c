"""Makers of what a repository's files say: which are selected, how they are read, and which memories a view shows."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.extensions.loading import load
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.git.blame import current_fingerprint
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.launching.launcher import running_launcher, start
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.policy import NO_FURTHER_PARSERS, FurtherParsers
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.knowledge.documents.view import Views
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.knowledge.index.sources import Sources
from scrubjay.memory.freshness.freshness import contains_quote
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model.clock import Clock
from scrubjay.model.project import Project
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrubjay.knowledge.commits.commits import CommitIndex
    from scrubjay.knowledge.index.sourced import SourcedTexts
    from scrubjay.knowledge.index.sources import Source
    from scrubjay.wiring.workspace import Workspace

PARSERS: Final = "scrubjay.knowledge.documents.parsers"


def further_parsers(home: Path, extensions: ExtensionRegistry) -> FurtherParsers:
    """The parsers of other people's extensions, imported only where there may be one: every search comes by."""
    if not extensions.others:
        return NO_FURTHER_PARSERS
    process = load(f"{PARSERS}:ParserProcess")(lambda: start(home, running_launcher()))
    made: FurtherParsers = load(f"{PARSERS}:further_parsers")(extensions, process)
    return made


def documents(
    git: Git, repository: Repository, settings: Settings, knowledge_database: Database, selection: Selection,
    policy: Policy, counter: TokenCounter, clock: Clock, embedder: Embedder | None, services: "Workspace",
) -> Documents:  # fmt: skip
    return Documents(
        git=git, knowledge=knowledge_database,
        views=Views(git, repository, selection, submodules=settings.ingestion.submodules), selection=selection,
        policy=policy, counter=counter, clock=clock, fingerprint=lambda: _key(embedder),
        after=lambda view: services.stand_ins.record(view),
    )  # fmt: skip


def branches(
    git: Git, knowledge_database: Database, project: Project, repository: Repository, services: "Workspace"
) -> WorktreeBranches:
    return WorktreeBranches(
        git, knowledge_database, project.id, _contains_quote, lambda: current_fingerprint(git, repository.common_dir),
        lambda connection, commit: services.stand_ins.within(connection, commit),
    )  # fmt: skip


def index_sources(commits: "CommitIndex", services: "Workspace") -> Sources:
    def further() -> "Sequence[Source]":
        return [source for sources in services.provided("source") for source in sources(services)]

    def added() -> "tuple[SourcedTexts, ...]":
        return services.added_sources if services.extensions.others else ()

    return Sources([commits], further, added)


def _contains_quote(text: str, quote: str) -> bool:
    return contains_quote(text, quote)


def _key(embedder: Embedder | None) -> str:
    """The embedder's fingerprint; empty, which no vector has, where there is no embedder or its model isn't there."""
    try:
        return embedder.fingerprint.key if embedder else ""
    except ModelUnavailable:
        return ""
