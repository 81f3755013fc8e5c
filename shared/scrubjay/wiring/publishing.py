"""Publishing: what one worktree's memories become in its repository's git."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay_publishing.proposed_branches import ProposedBranches
    from scrubjay_publishing.publisher import Publisher
    from scrubjay_publishing.standings.values import PublicationStanding


class PublishingServices:
    """What brings memories into git, for a pull request."""

    def __init__(self, inputs: WorktreeInputs, knowledge: KnowledgeServices, memories: MemoryServices) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories

    @on_first_use
    def publisher(self) -> "Publisher":
        """Plans and commits publications."""
        from scrubjay_publishing.publisher import Publisher

        inputs = self._inputs
        return Publisher(
            git=inputs.git,
            repository=inputs.repository,
            database=inputs.stores.knowledge,
            memories=self._memories.service,
            grades=self._memories.grades,
            view=self._knowledge.documents.view,
            settings=inputs.settings,
            clock=inputs.shared.clock,
            standings=self._standings,
        )

    @on_first_use
    def branches(self) -> "ProposedBranches":
        """Brings proposals up to date, renumbers them, takes them back."""
        from scrubjay_publishing.proposed_branches import ProposedBranches

        return ProposedBranches(self.publisher)

    def publish(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Publish memories that a person approved; the lines to print. Raises PublishRefused."""
        from scrubjay_publishing.told import published_lines
        from scrubjay_publishing.values import PublishRequest

        plan = self.publisher.plan(PublishRequest(ids=tuple(ids)))
        return tuple(published_lines(self.publisher.publish(plan)))

    def _standings(self, ids: Collection[str]) -> "Mapping[str, PublicationStanding]":
        knowledge = self._knowledge
        return knowledge.published.standings(ids, knowledge.documents.view())
