"""Makers of what is known of memories in a repository's files, and of what writes them there."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.clock import Clock
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_publishing.proposed_branches import ProposedBranches
from scrubjay_publishing.publisher import Publisher
from scrubjay_publishing.standings.marks import claims_in
from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.store import publications
from scrubjay_publishing.told import published_lines
from scrubjay_publishing.values import PublishRequest

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def published(
    git: Git, knowledge_database: Database, user_database: Callable[[], Database], user_settings: Settings,
    services: "Workspace",
) -> PublishedMemories:  # fmt: skip
    def claims(ids: Collection[str]) -> Mapping[str, str]:
        """What some memories say, by id; the user's database is opened only where there is one."""
        if not ids:
            return {}
        said = knowledge_database.read(lambda c: claims_in(c, ids))
        rest = frozenset(ids) - said.keys()
        if rest and (user_settings.home / "user" / "knowledge.db").exists():
            said |= user_database().read(lambda c: claims_in(c, rest))
        return said

    def closed(commits: frozenset[str]) -> frozenset[str]:
        """Of some commits those that were proposed and not taken."""
        return frozenset().union(*(one(services, commits) for one in services.provided("closed_commit")))

    return PublishedMemories(
        git=git,
        knowledge=knowledge_database,
        view=lambda commit: services.documents.view(commit),
        visible=lambda connection, view: services.documents.visible(connection, view),
        claims=claims,
        records=lambda: publications(knowledge_database),
        closed=closed,
    )


class PublishedProposals:
    """Publishes memories that a person approved."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher

    def publish(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Publish memories by their full ids; the lines to print. Raises PublishRefused."""
        plan = self._publisher.plan(PublishRequest(ids=tuple(ids)))
        return tuple(published_lines(self._publisher.publish(plan)))


def publisher(
    git: Git, repository: Repository, knowledge_database: Database, memories: Memories, grades: Grades,
    documents: Documents, settings: Settings, clock: Clock, published: PublishedMemories
) -> Publisher:  # fmt: skip
    return Publisher(
        git=git,
        repository=repository,
        database=knowledge_database,
        memories=memories,
        grades=grades,
        view=documents.view,
        settings=settings,
        clock=clock,
        standings=lambda ids: published.standings(ids, documents.view()),
    )


def published_files(published: PublishedMemories) -> PublishedMemories:
    """The files that stand for memories."""
    return published


def proposed_branches(publisher: Publisher) -> ProposedBranches:
    return ProposedBranches(publisher)
