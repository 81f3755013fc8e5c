"""Publishing: what one worktree's memories become in its repository's git."""

from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay.publishing.publisher import Publisher


class PublishingServices:
    """What brings memories into git, for a pull request."""

    def __init__(self, inputs: WorktreeInputs, knowledge: KnowledgeServices, memories: MemoryServices) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories

    @on_first_use
    def publisher(self) -> "Publisher":
        """Plans and commits publications."""
        from scrubjay.publishing.publisher import Publisher

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
        )
