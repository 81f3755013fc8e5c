"""Makers of what one worktree's memories become in its repository's git."""

from collections.abc import Sequence

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
from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.told import published_lines
from scrubjay_publishing.values import PublishRequest


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


def proposed_branches(publisher: Publisher) -> ProposedBranches:
    return ProposedBranches(publisher)
