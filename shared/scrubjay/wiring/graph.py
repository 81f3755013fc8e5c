"""The services of the graph: how things hang together in the view of a worktree."""

from typing import TYPE_CHECKING

from scrubjay.wiring.context import ContextServices
from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.knowledge import KnowledgeServices
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay_graph.graph import Graph


class GraphServices:
    """The graph of a worktree; nothing of it is made, read or stored before its first question."""

    def __init__(
        self,
        inputs: WorktreeInputs,
        *,
        knowledge: KnowledgeServices,
        memories: MemoryServices,
        context: ContextServices,
    ) -> None:
        self._inputs = inputs
        self._knowledge = knowledge
        self._memories = memories
        self._context = context

    @on_first_use
    def questions(self) -> "Graph":
        """Answers questions about the graph, and builds it where it isn't built."""
        from scrubjay.documents.policy import policy
        from scrubjay.history.authors import Authors
        from scrubjay.recall.evidence import behind_note
        from scrubjay_graph.building import GraphBuilder
        from scrubjay_graph.graph import Graph
        from scrubjay_graph.own import OwnGraph

        inputs, knowledge, memories, context = self._inputs, self._knowledge, self._memories, self._context
        settings = inputs.shared.settings
        builder = GraphBuilder(
            inputs.git,
            knowledge.database,
            knowledge.documents,
            policy(inputs.settings.ingestion, inputs.settings.privacy.allow),
            inputs.settings.ingestion.exclude,
        )
        own = OwnGraph(
            Authors(inputs.git),
            context.people,
            memories.service,
            memories.grades,
            said=settings.memory.said == "show",
        )
        return Graph(knowledge.database, context.recall.searchable, builder, own, behind_note)
